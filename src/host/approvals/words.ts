/** A word of a command as bash makes it: quotes and backslashes removed (attacks README, C6). */
export interface Word {
  readonly text: string
  /** Part of it is only known when it runs: a variable, a substitution, a brace expansion. */
  readonly dynamic: boolean
  /** It has an unquoted `*`, `?` or `[`. */
  readonly glob: boolean
  /** Written without any quote or backslash; only such a word can be a reserved word. */
  readonly plain: boolean
}

/** A redirection of a command, such as `2>> log.txt`. */
export interface Redirect {
  /** `<`, `>`, `>>`, `<<`, `<<<`, `&>` and so on, without the descriptor. */
  readonly operator: string
  readonly target: Word
}

/** One simple command, wherever in the script it stood. */
export interface SimpleCommand {
  readonly words: readonly Word[]
  readonly redirects: readonly Redirect[]
  /** Bodies of its here-documents and here-strings. */
  readonly input: readonly string[]
}

/** All simple commands of a script, those in substitutions included, in the order they were found. */
export interface Script {
  readonly commands: readonly SimpleCommand[]
  /** Nesting went deeper than `maxDepth`, or there were more than `maxCommands` (C2). */
  readonly overLimit: boolean
  /** Something was left open; what was recognised is there all the same (C3). */
  readonly broken: boolean
  /** It has subshells, background jobs, substitutions or here-documents: more than words and `&&`, `||`, `;`, `|`. */
  readonly intricate: boolean
}

/** A script nested deeper, or with more commands, is denied as it is (C2). */
export const maxDepth = 16
export const maxCommands = 128
