import type { Git } from './git/git.ts'
import type { HarnessAdapter } from './harnesses/adapter.ts'
import type { ModelsNeeds } from './models/create-models.ts'
import type { Models } from './models/models.ts'
import type { Clock } from './platform/clock.ts'
import type { Logger } from './platform/logger.ts'
import type { SecretBook } from './platform/secret-book.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { Tool } from './tools/tool.ts'

/** What a host is made of that a test may make otherwise. Everything in it outlives the host and is stopped by nobody. */
export interface HostDeps {
  readonly version: string
  readonly clock: Clock
  /** Without secrets already. */
  readonly logger: Logger
  /** What must be neither kept nor shown: known to everything of this host. */
  readonly secrets: SecretBook
  readonly git: Git
  readonly sandbox: Sandbox
  readonly tools: readonly Tool<never>[]
  /** Settles when what the root state tells of this machine is known: the sandbox's self-test has ended. */
  ready(): Promise<void>
  createModels(needs: ModelsNeeds): Models
  /** By provider; the first is the default. */
  createHarnesses(models: Models): ReadonlyMap<string, HarnessAdapter>
  /** The person's home, absolute and real. */
  readonly home: string
  readonly platform: string
  /** The host's own environment: for the person's shells. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Writable scratch folders of sessions are made below this one. */
  readonly scratchRoot: string
  /** Makes the demo's repository; see commands/start-demo.ts. */
  readonly demo: {
    /** In `parent` (an absolute path), else where the host keeps its demos. */
    create(
      parent?: string,
    ): Promise<{ kind: 'created'; folder: string; script: object; prompt: string } | { kind: 'failed'; reason: string }>
  }
}
