/** A text a person can see or hear, and where it stands. */
export interface Written {
  readonly text: string
  readonly where: string
}

/**
 * Runs in the page: every text without a Chinese character that is seen, spoken, or stands in an empty field or a tooltip. Left out
 * is what is quoted as it stands: code, terminals, commands, records, and what an agent or a person wrote in a language of theirs.
 */
export function writtenIn(): Written[] {
  const quoted = 'pre, code, kbd, .xterm, .monaco-editor, .mono, [translate="no"], script, style, select.prompt__other'
  const isChinese = (text: string) => /\p{Script=Han}/u.test(text)
  const found: Written[] = []
  const place = (element: Element) => {
    const names = [element, element.parentElement].map((each) =>
      each === null
        ? ''
        : `${each.tagName.toLowerCase()}${typeof each.className === 'string' && each.className !== '' ? `.${each.className.trim().split(/\s+/).join('.')}` : ''}`,
    )
    return `${names[1]} > ${names[0]}`
  }
  const add = (text: string | null, element: Element, how: string) => {
    const words = (text ?? '').replaceAll(/\s+/g, ' ').trim()
    if (words === '' || isChinese(words) || !/\p{L}/u.test(words)) return
    found.push({ text: words, where: `${place(element)}${how}` })
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    if (element === null || element.closest(quoted) !== null || !element.checkVisibility({ visibilityProperty: true }))
      continue
    // A sentence that is cut by a name set off in it is one sentence: what stands around counts.
    const whole = element.closest('p, li, dd, td, button, label, h1, h2, h3, h4, span')
    if (
      isChinese(node.textContent ?? '') ||
      (whole !== element &&
        whole !== null &&
        isChinese(whole.textContent ?? '') &&
        element.matches('b, strong, em, mark, code'))
    )
      continue
    add(node.textContent, element, '')
  }
  for (const name of [
    'aria-label',
    'title',
    'placeholder',
    'alt',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
  ]) {
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      if (element.closest('.monaco-editor, .xterm') === null) add(element.getAttribute(name), element, ` [${name}]`)
    }
  }
  add(document.title, document.head, ' title')
  return found
}
