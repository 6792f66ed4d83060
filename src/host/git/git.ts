/** What git says about a folder. */
export type RepositoryFacts =
  | {
      readonly status: 'repository'
      readonly root: string
      readonly gitDir: string
      readonly branch?: string
      readonly head?: string
    }
  | { readonly status: 'none' }
  | { readonly status: 'unavailable'; readonly reason: string; readonly fix?: string }

/** A commit in a line. */
export interface CommitFacts {
  readonly hash: string
  readonly author: string
  readonly at: string
  readonly summary: string
}

/** What git printed. `stdout` is bytes: file names and contents need not be UTF-8. */
export interface GitOutput {
  readonly exitCode: number
  readonly stdout: Buffer
  readonly stderr: string
}

/**
 * The system's git as the host runs it: hooks, fsmonitor, external diff, textconv, pager, lazy fetch and submodule
 * recursion off, `GIT_*` scrubbed, `safe.directory` honest (FAULTS: Git by the app). Runs only in folders handed in.
 */
export interface Git {
  /** Version text, or why there is none. Asked once. */
  version(): Promise<{ status: 'available'; version: string } | { status: 'unavailable'; reason: string; fix?: string }>
  facts(folder: string): Promise<RepositoryFacts>
  /** The commit HEAD points at, read from files, without a process; undefined outside a repository or on an unborn branch. */
  head(folder: string): string | undefined
  /** What HEAD says, read the same way; undefined outside a repository. */
  headFacts(folder: string): { readonly branch?: string; readonly head?: string } | undefined
  /** Runs `git …args` in `folder`. A non-zero exit is a value. */
  run(
    folder: string,
    args: readonly string[],
    options?: { stdin?: Buffer | string; env?: Record<string, string>; signal?: AbortSignal; maxBytes?: number },
  ): Promise<GitOutput>
}
