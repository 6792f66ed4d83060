import { splitNul } from '../git/nul-list.ts'

/** One record of `git diff-index --raw --numstat -z`. Paths are bytes; `letter` is git's status without its score. */
export interface DiffRecord {
  readonly letter: string
  readonly oldMode: string
  readonly newMode: string
  readonly oldOid: string
  readonly path: Buffer
  readonly oldPath?: Buffer
  /** Lines. Absent: git did not count, which it also does not where nothing but dates differs. */
  readonly lines?: { readonly added: number; readonly removed: number } | 'binary'
}

/** Reads raw records and the counts after them; either part may be missing. */
export function parseDiff(output: Buffer): DiffRecord[] {
  const fields = splitNul(output)
  const records: DiffRecord[] = []
  let at = 0
  const next = () => fields[at++] ?? Buffer.alloc(0)
  while (at < fields.length && fields[at]?.[0] === 0x3a) {
    const [oldMode = '', newMode = '', oldOid = '', , status = ''] = next().toString('latin1').slice(1).split(' ')
    const letter = status.slice(0, 1)
    const moved = letter === 'R' || letter === 'C'
    const first = next()
    const paths = moved ? { oldPath: first, path: next() } : { path: first }
    records.push({ letter, oldMode, newMode, oldOid, ...paths })
  }
  const counts = new Map<string, { added: number; removed: number } | 'binary'>()
  while (at < fields.length) {
    const field = next()
    const first = field.indexOf(0x09)
    const second = field.indexOf(0x09, first + 1)
    const added = field.toString('latin1', 0, first)
    const removed = field.toString('latin1', first + 1, second)
    let path = field.subarray(second + 1)
    if (path.length === 0) {
      next()
      path = next()
    }
    const binary = added === '-'
    counts.set(path.toString('latin1'), binary ? 'binary' : { added: Number(added), removed: Number(removed) })
  }
  return records.map((record) => {
    const lines = counts.get(record.path.toString('latin1'))
    return lines ? { ...record, lines } : record
  })
}
