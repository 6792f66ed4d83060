import type { z } from 'zod'
import type {
  ChatInputRequest,
  ChatInputAnswer,
  ChatInputResponseKind,
} from '../../protocol/channels/chat/input-request.ts'
import type { ToolResultContent } from '../../protocol/channels/chat/tool-call.ts'
import type { TodoItem } from '../../protocol/roadstead.ts'
import type { Git } from '../git/git.ts'
import type { TerminalExit } from '../terminals/terminals.ts'

/** What approvals need to know about a call before it may run; structurally `approvals/verdict.ts` ApprovalRequest. */
export type ToolAccess =
  | { readonly kind: 'none' }
  | { readonly kind: 'read'; readonly paths: readonly string[] }
  | {
      readonly kind: 'write'
      readonly changes: readonly {
        readonly op: 'write' | 'create' | 'delete' | 'rename' | 'mkdir'
        readonly path: string
        readonly to?: string
        readonly via?: 'patch'
      }[]
    }
  | { readonly kind: 'command'; readonly command: string; readonly cwd: string }
  | { readonly kind: 'commit'; readonly message: string; readonly paths?: readonly string[] }

/** One contiguous change of a text file, line numbers 1-based, as in a unified diff. */
export interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
}

/** What an edit did to one file; kept from the first day, because "who changed this line" needs it. Content is whole text. */
export interface RecordedEdit {
  /** Absolute real path after the edit. */
  readonly path: string
  /** Path before, for a move. */
  readonly movedFrom?: string
  /** Absent: the file is new. */
  readonly before?: string
  /** Absent: the file was deleted. */
  readonly after?: string
  readonly hunks: readonly Hunk[]
}

/** A command of the agent, running in a terminal that people can see. */
export interface RunningCommand {
  /** The terminal's channel URI. */
  readonly terminal: string
  readonly exited: Promise<TerminalExit>
  output(): { readonly text: string; readonly truncated: boolean }
  /** Leaves it running beyond the tool call. */
  moveToBackground(): void
  kill(): Promise<void>
  /** Protected paths that appeared or changed (S2); settles after `exited`. */
  readonly violations: Promise<readonly { readonly path: string; readonly what: string }[]>
}

/** What a running tool may use. Everything in it belongs to one session; nothing else is reachable through it. */
export interface ToolContext {
  readonly toolCallId: string
  readonly signal: AbortSignal
  /** The session's workspace: absolute and real. */
  readonly workspace: string
  readonly home: string
  readonly dataFolder: string
  readonly git: Git
  /**
   * A folder of the session's own that its commands may write (their TMPDIR) and the host may read; absolute and real.
   * Absent: reports of test runners are only taken from the output.
   */
  readonly scratch?: string
  /**
   * The real places approvals judged for this call, by the path as `access` named it. A tool refuses a path that leads
   * elsewhere by now. Absent: the policy's answer at use is all there is.
   */
  readonly judged?: ReadonlyMap<string, string>
  /** True when nobody answers questions (one-shot runs): a command over its limit is killed instead of offered. */
  readonly unattended: boolean
  /** Replaces the call's streamed content (`chat/toolCallContentChanged`). */
  onContent(content: ToolResultContent[]): void
  startCommand(
    command: string,
    cwd: string,
    env?: Readonly<Record<string, string>>,
  ): Promise<{ kind: 'started'; running: RunningCommand } | { kind: 'refused'; reason: string }>
  /** Output of a terminal of this session; undefined for any other. */
  readTerminal(
    uri: string,
  ): { readonly text: string; readonly truncated: boolean; readonly running: boolean } | undefined
  /** Settles when a client answered, or the turn ended (`cancel`). */
  askPerson(request: Omit<ChatInputRequest, 'id'>): Promise<{
    readonly response: ChatInputResponseKind
    readonly answers: Readonly<Record<string, ChatInputAnswer>>
  }>
  readonly todo: { list(): readonly TodoItem[]; replace(items: readonly TodoItem[]): void }
  /** Commits through the changeset's operation, under the person's git identity. */
  commit(
    message: string,
    paths?: readonly string[],
  ): Promise<{ kind: 'committed'; hash: string } | { kind: 'failed'; reason: string }>
  /** Keeps a large text by hash and returns its URI (readable with `resourceRead`). */
  keep(text: string, name: string): string
  /** Milliseconds, monotonic. */
  monotonic(): number
}

/** What came of a call. `forModel` is what the model reads; `content` is what people see. */
export interface ToolOutcome {
  readonly success: boolean
  /** One line: "Read date.ts", "Ran npm test · exit 1". Plain text. */
  readonly pastTense: string
  readonly forModel: string
  readonly content?: ToolResultContent[]
  readonly edits?: readonly RecordedEdit[]
  readonly error?: { readonly message: string; readonly code?: string }
  /** Becomes the call's `_meta['x-roadstead']` (ToolCallFacts: exitCode, durationMs, gitHead, tests …). */
  readonly facts?: Readonly<Record<string, unknown>>
  /** Set by the task-complete tool: the run ends after this round. */
  readonly endsTurn?: boolean
}

/** A tool the host runs itself. `Input` is what `input` parses to. */
export interface Tool<Input = unknown> {
  /** `^[a-zA-Z0-9_-]+$`, at most 64 characters. */
  readonly name: string
  readonly displayName: string
  /** For the model. */
  readonly description: string
  readonly input: z.ZodType<Input>
  readonly readOnly: boolean
  access(input: Input): ToolAccess
  /** Present tense, plain text: "Read src/date.ts", "Run npm test". */
  describe(input: Input): string
  run(input: Input, context: ToolContext): Promise<ToolOutcome>
}
