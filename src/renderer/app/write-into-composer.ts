/** Writes into the message box of the session that has the focus, as if it had been typed there. */
export function writeIntoComposer(text: string): void {
  // After the dialog it was chosen in has given the focus back.
  setTimeout(() => {
    const pane = document.querySelector('.pane--focused') ?? document.querySelector('.pane')
    const box = pane?.querySelector('.session-foot')?.querySelector<HTMLTextAreaElement>('textarea:not(:disabled)')
    if (box == null) return
    box.focus()
    const before = box.value.slice(0, box.selectionStart)
    const gap = before === '' || /\s$/.test(before) ? '' : ' '
    // The one way to type that the box hears of, and that can be undone in it.
    document.execCommand('insertText', false, gap + text)
  }, 0)
}
