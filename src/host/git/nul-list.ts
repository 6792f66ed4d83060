/** Lists that git prints and reads with `-z`: bytes, each ended by NUL. */
const nul = 0

/** The items of a NUL-ended list, as bytes: a file name need not be UTF-8. */
export function splitNul(bytes: Buffer): Buffer[] {
  const items: Buffer[] = []
  let start = 0
  for (let end = bytes.indexOf(nul); end !== -1; end = bytes.indexOf(nul, start)) {
    items.push(bytes.subarray(start, end))
    start = end + 1
  }
  if (start < bytes.length) items.push(bytes.subarray(start))
  return items
}

/** The list as git's `-z --stdin` wants it. */
export function joinNul(items: readonly (Buffer | string)[]): Buffer {
  const end = Buffer.from([nul])
  return Buffer.concat(items.flatMap((item) => [typeof item === 'string' ? Buffer.from(item) : item, end]))
}
