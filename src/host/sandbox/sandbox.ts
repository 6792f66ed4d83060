/** Whether commands can be confined on this machine. Truth comes from a self-test, never from the presence of a program. */
export type SandboxState =
  | { readonly status: 'available'; readonly tool: string; readonly selfTestedAt: string }
  | { readonly status: 'unavailable'; readonly reason: string; readonly fix?: string }

/** What one session's commands may touch. All paths absolute and real (links resolved). */
export interface SandboxPolicy {
  /** The workspace root: readable and writable, its protected entries (attacks README, P6) read-only or masked. */
  readonly workspace: string
  /** A writable folder of the session's own, becomes TMPDIR inside. */
  readonly scratch: string
  /** Folders that look empty inside, and files that cannot be opened: the data folder above all. */
  readonly hidden: readonly string[]
  /** Folders besides the system's own and the toolchains that may be read. None unless given. */
  readonly readable?: readonly string[]
  /** The person's home: hidden inside, but for readable toolchains. */
  readonly home: string
}

/** A command as text, for `bash --noprofile --norc -c` (attacks README, Commands). */
export interface SandboxedCommand {
  readonly command: string
  /** Absolute, inside the workspace. */
  readonly cwd: string
  /** Added to the scrubbed environment. */
  readonly env?: Readonly<Record<string, string>>
}

/** What to spawn. `release` removes whatever the wrapping left on disk; call it after the process has ended. */
export interface WrappedCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole environment, nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  release(): Promise<SandboxViolation[]>
}

/** What appeared or changed although it is protected and could not be prevented by mounts (S2). */
export interface SandboxViolation {
  readonly path: string
  readonly what: 'appeared' | 'changed' | 'removed'
}

/** Confines commands: command + policy in, command out; runs nothing but its own self-test. */
export interface Sandbox {
  /** The result of the last self-test. */
  state(): SandboxState
  /** Runs the self-test anew: write in the workspace works; write outside, `.git`, home, network fail. */
  selfTest(): Promise<SandboxState>
  /** Refuses (`unavailable`) where the self-test did not pass; never wraps to nothing. */
  wrap(
    command: SandboxedCommand,
    policy: SandboxPolicy,
  ): Promise<{ kind: 'wrapped'; wrapped: WrappedCommand } | { kind: 'unavailable'; reason: string }>
}
