import type { Word } from './words.ts'

/** Which options a reader may have to count as plainly harmless. Everything else asks (C14). */
interface Reader {
  readonly options: RegExp
  /** Whether its operands are files, to be checked by the caller. */
  readonly files: boolean
  /** How many operands it may have, at most. */
  readonly atMost?: number
}

const readers: Readonly<Record<string, Reader>> = {
  pwd: { options: /^-[LP]$/, files: false, atMost: 0 },
  true: { options: /^$/, files: false },
  false: { options: /^$/, files: false },
  echo: { options: /^-/, files: false },
  ls: {
    options:
      /^-(?:[1aAbBcCdFgGhiklmnNopqQrRsStuUvxXZ]+|-(?:all|almost-all|color(?:=\w+)?|directory|human-readable|recursive|reverse|size))$/,
    files: true,
  },
  cat: { options: /^-(?:[AbeEnstTuv]+|-number|-show-all|-squeeze-blank)$/, files: true },
  head: { options: /^-(?:\d+|[qv]+|[nc]-?\d*|-(?:lines|bytes)=-?\d+)$/, files: true },
  tail: { options: /^-(?:\d+|[qv]+|[nc][-+]?\d*|-(?:lines|bytes)=[-+]?\d+)$/, files: true },
  wc: { options: /^-(?:[clmwL]+|-(?:lines|words|bytes|chars))$/, files: true },
  grep: {
    options:
      /^-(?:[nilLcvwxEFGhHoqsaI]+|[ABCm]\d*|-(?:line-number|ignore-case|count|color(?:=\w+)?|fixed-strings|extended-regexp))$/,
    files: true,
  },
  rg: {
    options:
      /^-(?:[nilcvwxFSsoHN]+|[ABCm]\d*|-(?:files|line-number|ignore-case|count|fixed-strings|no-heading|files-with-matches|color=\w+))$/,
    files: true,
  },
}

const gitReaders: Readonly<Record<string, RegExp>> = {
  status: /^(?:-[sb]+|--short|--branch|--porcelain(?:=v?[12])?|--untracked-files(?:=\w+)?)$/,
  diff: /^(?:-U\d+|--stat|--numstat|--shortstat|--name-only|--name-status|--cached|--staged|--check|--no-color|--quiet|--)$/,
  log: /^(?:-\d+|-n\d*|--oneline|--stat|--graph|--all|--decorate|--name-only|--name-status|--no-color|--)$/,
  show: /^(?:--stat|--name-only|--name-status|--oneline|--no-color|--)$/,
  'rev-parse': /^(?:--short|--abbrev-ref|--show-toplevel|--verify)$/,
}

/**
 * The words of a command that only reads: its files, to be checked. Undefined for anything that is not plainly that: a
 * program by its path, another option, a dynamic word or a glob.
 */
export function filesOfHarmless(words: readonly Word[]): readonly string[] | undefined {
  const [program, ...rest] = words
  if (!program || words.some((word) => word.dynamic || word.glob)) return undefined
  if (program.text === 'git') return filesOfGit(rest.map((word) => word.text))
  const reader = Object.hasOwn(readers, program.text) ? readers[program.text] : undefined
  if (!reader) return undefined
  const { options, operands } = split(rest.map((word) => word.text))
  if (!reader.files && program.text === 'echo') return []
  if (options.some((option) => !reader.options.test(option))) return undefined
  if (reader.atMost !== undefined && operands.length > reader.atMost) return undefined
  return reader.files ? operands : []
}

function filesOfGit(words: readonly string[]): readonly string[] | undefined {
  const [subcommand, ...rest] = words[0] === '--no-pager' ? words.slice(1) : words
  if (subcommand === 'branch')
    return rest.length === 0 || (rest.length === 1 && rest[0] === '--show-current') ? [] : undefined
  const allowed = subcommand !== undefined && Object.hasOwn(gitReaders, subcommand) ? gitReaders[subcommand] : undefined
  if (!allowed) return undefined
  const options = rest.filter((word) => word.startsWith('-'))
  const operands = rest.filter((word) => !word.startsWith('-'))
  if (options.some((option) => !allowed.test(option))) return undefined
  // `HEAD:.env` shows a file by another name.
  return operands.some((operand) => operand.includes(':')) ? undefined : operands
}

function split(words: readonly string[]): {
  readonly options: readonly string[]
  readonly operands: readonly string[]
} {
  const end = words.indexOf('--')
  const before = end < 0 ? words : words.slice(0, end)
  return {
    options: before.filter((word) => word.startsWith('-') && word !== '-'),
    operands: [
      ...before.filter((word) => !word.startsWith('-') || word === '-'),
      ...(end < 0 ? [] : words.slice(end + 1)),
    ],
  }
}
