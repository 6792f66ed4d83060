/** Rule P11: what Windows would understand differently from what the text says. */

const device = /^(?:con|prn|aux|nul|com[1-9\u00B9\u00B2\u00B3]|lpt[1-9\u00B9\u00B2\u00B3]|conin\$|conout\$)$/i

/** Why a path is refused on win32, judged on the text; undefined when nothing is wrong with it. */
export function windowsProblem(path: string): string | undefined {
  if (/^[\\/]{2}/.test(path)) return 'Network and device paths are refused.'
  if (/^[A-Za-z]:(?![\\/])/.test(path)) return 'A path relative to a drive is refused.'
  const parts = path.replace(/^[A-Za-z]:/, '').split(/[\\/]/)
  for (const part of parts) {
    if (part === '' || part === '.' || part === '..') continue
    if (/[<>:"|?*]/.test(part)) return 'A name has a character that Windows gives another meaning.'
    if (/[. ]$/.test(part)) return 'A name ends in a dot or a blank, which Windows drops.'
    if (/~\d/.test(part)) return 'Short names ("~1") are refused.'
    if (device.test((part.split('.')[0] ?? '').trimEnd())) return 'The name belongs to a device.'
  }
  return undefined
}
