import type { PermissionLevel, Reason } from '../../protocol/roadstead.ts'

/** What a tool call is about to do, in the terms policy judges by. Paths are as the model wrote them. */
export type ApprovalRequest =
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
  /** `cwd`: relative to the workspace, or absolute. */
  | { readonly kind: 'command'; readonly command: string; readonly cwd: string }
  | { readonly kind: 'commit'; readonly message: string; readonly paths?: readonly string[] }

/** Facts a verdict depends on. Nothing here is read from the world by `decide`, save real paths through `resolve`. */
export interface ApprovalContext {
  readonly level: PermissionLevel
  /** Absolute and real. */
  readonly workspace: string
  readonly home: string
  readonly dataFolder: string
  readonly sandboxed: boolean
  /** Keys the person allowed for this session (see `rememberKey`). */
  readonly remembered: ReadonlySet<string>
}

/**
 * The policy's answer, before a person is asked (GLOSSARY: approval). Each rule can only raise it: allow < ask < deny.
 * `places`, for file accesses: the real place that was judged for each path as the request names it; what then runs must
 * refuse a path that leads elsewhere by now (P12).
 */
export type Verdict =
  | {
      readonly kind: 'allow'
      readonly decidedBy: 'policy' | 'remembered'
      readonly reasons: readonly Reason[]
      readonly places?: ReadonlyMap<string, string>
    }
  | {
      readonly kind: 'ask'
      readonly reasons: readonly Reason[]
      readonly rememberable: boolean
      readonly places?: ReadonlyMap<string, string>
    }
  | { readonly kind: 'deny'; readonly reasons: readonly Reason[] }
