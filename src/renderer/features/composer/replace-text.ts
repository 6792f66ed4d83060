/**
 * Replaces a stretch of a text box as if it had been typed, so that undo takes it back and the box tells of it. The caret stands
 * behind.
 */
export function replaceText(box: HTMLTextAreaElement, start: number, end: number, text: string): void {
  box.focus()
  box.setSelectionRange(start, end)
  // The old way is the only one that keeps the undo of the browser.
  const isTyped =
    typeof document.execCommand === 'function' &&
    (text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text))
  if (isTyped) return
  // React replaces the setter on the element to know what it has set itself; typing does not go through that one.
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
  set?.call(box, box.value.slice(0, start) + text + box.value.slice(end))
  box.setSelectionRange(start + text.length, start + text.length)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
