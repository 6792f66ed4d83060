/** What the policy says to one operation on one path: rules P1–P11 of the attack corpus, each only raising the answer. */
import { diskTree } from './file-tree.ts'
import type { FileTree } from './file-tree.ts'
import { readForm } from './form.ts'
import type { FormedPath, PathVia } from './form.ts'
import { isInside, ownPlatform, placeOf, placeText } from './place.ts'
import type { PathPlatform, Place } from './place.ts'
import { findProtected, protectionOf } from './protected-names.ts'
import { findRealPlace, realFolder } from './real-place.ts'
import type { RealPlace } from './real-place.ts'
import { holdsSecret, isSecret, isUnwritable, passesThroughProc, secretPlaces } from './secret-places.ts'
import type { SecretPlaces } from './secret-places.ts'

/** What is about to be done to a path. */
export type PathOp = 'read' | 'write' | 'create' | 'delete' | 'rename' | 'mkdir' | 'symlink' | 'link'

/** What is to be done. `to`: the new name of a rename, or the target of a link. `cwd`: absolute, default the workspace. */
export interface PathOperation {
  readonly op: PathOp
  readonly to?: string
  readonly via?: 'uri' | 'patch'
  readonly cwd?: string
}

/** Where a session may read and write. All folders absolute; workspace and roots real. */
export interface PathScope {
  readonly workspace: string
  readonly home: string
  readonly dataFolder: string
  readonly read: readonly string[]
  readonly write: readonly string[]
  /** The answer outside the roots: `ask`, and `deny` for a sub-agent. */
  readonly outside: 'ask' | 'deny'
  /** Default: the machine's own. */
  readonly platform?: PathPlatform
  /** Default: the machine's disk. */
  readonly tree?: FileTree
}

/** Why the answer was raised. Class by table L: a denial cannot be lifted, so its class is `always`. */
export interface PathReason {
  readonly rule: string
  readonly class: 'contained' | 'person' | 'always'
  readonly text: string
}

/** The policy's answer with the reasons that raised it so far. `real`, `realTo`: the places judged, absolute. */
export interface PathDecision {
  readonly answer: 'allow' | 'ask' | 'deny'
  readonly reasons: readonly PathReason[]
  readonly real?: string
  readonly realTo?: string
}

/** The scope of a session's own tools: its workspace, and asking outside of it. */
export function workspaceScope(of: { workspace: string; home: string; dataFolder: string }): PathScope {
  const { workspace, home, dataFolder } = of
  return { workspace, home, dataFolder, read: [workspace], write: [workspace], outside: 'ask' }
}

/** Judges an operation. Never throws: what cannot be judged is asked about. Reads entries, never contents. */
export function decidePath(operation: PathOperation | PathOp, path: string, scope: PathScope): PathDecision {
  const whole = typeof operation === 'string' ? { op: operation } : operation
  const judge = new Judgement(scope)
  try {
    return judge.decide(whole, path)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return judge.failed(`The path could not be checked: ${why}`)
  }
}

/** An end of an operation: how it is used and whether a link as its last part is followed. */
interface End {
  readonly write: boolean
  readonly follow: boolean
  readonly makesFile: boolean
  readonly takesAway: boolean
}

const ends: Readonly<Record<PathOp, End>> = {
  read: { write: false, follow: true, makesFile: false, takesAway: false },
  write: { write: true, follow: true, makesFile: true, takesAway: false },
  create: { write: true, follow: true, makesFile: true, takesAway: false },
  mkdir: { write: true, follow: true, makesFile: false, takesAway: false },
  delete: { write: true, follow: false, makesFile: false, takesAway: true },
  rename: { write: true, follow: false, makesFile: false, takesAway: true },
  symlink: { write: true, follow: false, makesFile: false, takesAway: false },
  link: { write: true, follow: false, makesFile: false, takesAway: false },
}

/** What makes a folder a git folder, as git itself sees it. */
const gitFolderNames = ['HEAD', 'objects', 'refs']

/** So many entries are looked at below a folder before it is asked about instead. */
const maxEntries = 100_000

class Judgement {
  readonly #scope: PathScope
  readonly #platform: PathPlatform
  readonly #tree: FileTree
  readonly #denied: PathReason[] = []
  readonly #asked: PathReason[] = []

  constructor(scope: PathScope) {
    this.#scope = scope
    this.#platform = scope.platform ?? ownPlatform()
    this.#tree = scope.tree ?? diskTree
  }

  decide({ op, to, via, cwd = this.#scope.workspace }: PathOperation, path: string): PathDecision {
    const first = this.#judgeEnd(path, cwd, ends[op], via)
    let second: RealPlace | undefined
    if (op === 'rename') second = this.#judgeEnd(to ?? '', cwd, ends.rename, via)
    if (op === 'symlink' || op === 'link') second = this.#judgeTarget(op, to ?? '', cwd, first)
    return this.#answer(first?.place, second?.place)
  }

  failed(text: string): PathDecision {
    this.#ask('P3', 'person', text)
    return this.#answer(undefined, undefined)
  }

  #judgeEnd(path: string, cwd: string, end: End, via: PathVia | undefined): RealPlace | undefined {
    const form = this.#form(path, cwd, via)
    if (form === undefined) return undefined
    if (end.makesFile && form.endsAsFolder)
      this.#deny('P1', 'A file cannot be written to a name that ends as a folder.')
    if (end.write && form.invisible)
      this.#ask('P1', 'person', 'The name has invisible or direction-changing characters.')
    const real = this.#walk(form.steps, end.follow)
    if (real === undefined) return undefined
    this.#judgeScope(form, real, end.write)
    this.#judgeNames(form, real, end.write)
    this.#judgeSecrets([form.text, real.place], real.passed, end.write)
    this.#judgeKind(real, end)
    if (end.takesAway && real.kind === 'dir') this.#judgeFolder(real.place)
    return real
  }

  /** P10: where a new link would lead. */
  #judgeTarget(op: 'symlink' | 'link', to: string, cwd: string, link: RealPlace | undefined): RealPlace | undefined {
    if (link === undefined) return undefined
    const from = op === 'symlink' ? placeText(link.place.slice(0, -1), this.#platform) : cwd
    const form = this.#form(to, from, op === 'symlink' ? 'link-target' : undefined)
    const target = form && this.#walk(form.steps, true)
    if (form === undefined || target === undefined) return undefined
    const inRoots = this.#roots(this.#scope.write).some((root) => isInside(root, target.place, this.#platform))
    if (!inRoots) this.#deny('P10', 'The link would lead out of what may be written.')
    if (this.#below(target.place).some((parts) => findProtected(parts, 'deny') !== undefined))
      this.#deny('P10', 'The link would lead to a protected entry.')
    this.#judgeSecrets([form.text, target.place], target.passed, false)
    return target
  }

  #form(path: string, cwd: string, via: PathVia | undefined): FormedPath | undefined {
    const { home } = this.#scope
    const formed = readForm(path, { cwd, home, platform: this.#platform, ...(via && { via }) })
    if (formed.ok) return formed.form
    this.#deny(formed.rule, formed.text)
    return undefined
  }

  #walk(steps: readonly string[], follow: boolean): RealPlace | undefined {
    const found = findRealPlace(steps, this.#tree, this.#platform, follow)
    if (found.ok) return found.real
    this.#deny('P3', found.text)
    return undefined
  }

  /** P4 and P5. */
  #judgeScope(form: FormedPath, real: RealPlace, write: boolean): void {
    const roots = this.#roots(write ? this.#scope.write : this.#scope.read)
    const inside = (place: Place) => roots.some((root) => isInside(root, place, this.#platform))
    if (inside(real.place)) return
    const shown = placeText(real.place, this.#platform)
    const text = `${shown} is outside of what this session may ${write ? 'write' : 'read'}.`
    if (this.#scope.outside === 'deny') this.#deny('P4', text)
    else this.#ask('P4', 'person', text)
    if (write && inside(form.text)) this.#deny('P5', `The path looks as if it were inside, but leads to ${shown}.`)
  }

  /** P6. */
  #judgeNames(form: FormedPath, real: RealPlace, write: boolean): void {
    const named = this.#below(real.place).some((parts) => findProtected(parts, 'deny') !== undefined)
    if (write && !named && this.#liesInGitFolder(real)) this.#deny('P6', "Git's own data is never changed by a tool.")
    for (const parts of [...this.#below(form.text), ...this.#below(real.place)]) {
      const denied = write ? findProtected(parts, 'deny') : undefined
      const asked = write ? findProtected(parts, 'ask') : undefined
      const environment = findProtected(parts, 'environment')
      if (denied !== undefined) this.#deny('P6', `${denied} is never changed by a tool.`)
      if (asked !== undefined) this.#ask('P6', 'always', `Programs obey what is in ${asked}.`)
      if (environment !== undefined)
        this.#ask('P6', write ? 'always' : 'person', `${environment} may hold keys and passwords.`)
    }
  }

  /** A git folder need not be named `.git`: it is one by what it holds (`.bare` beside worktrees, `--separate-git-dir`). */
  #liesInGitFolder({ place, kind }: RealPlace): boolean {
    const [below] = this.#below(place).toSorted((one, other) => other.length - one.length)
    if (below === undefined) return false
    const last = kind === 'dir' ? place.length : place.length - 1
    for (let length = place.length - below.length; length <= last; length++) {
      const folder = place.slice(0, length)
      if (gitFolderNames.every((name) => this.#tree.look(placeText([...folder, name], this.#platform)) !== undefined))
        return true
    }
    return false
  }

  /** P7. */
  #judgeSecrets(places: readonly Place[], passed: readonly Place[], write: boolean): void {
    const secrets = this.#secrets()
    if (places.some((place) => isSecret(place, secrets))) this.#deny('P7', 'Secrets are kept there.')
    else if (passesThroughProc([...passed, ...places], this.#platform))
      this.#deny('P7', 'The path passes through /proc.')
    if (write && places.some((place) => isUnwritable(place, secrets)))
      this.#deny('P7', 'The system, a shell or git obeys what is written there.')
  }

  /** P8. */
  #judgeKind(real: RealPlace, end: End): void {
    if (real.kind === 'fifo' || real.kind === 'socket' || real.kind === 'device')
      this.#deny('P8', `It is not a file but a ${real.kind}.`)
    if (!end.makesFile) return
    if (real.kind === 'dir') this.#deny('P8', 'A folder is there.')
    if (real.kind === 'file' && real.links > 1)
      this.#ask('P8', 'person', 'The file has a second name, which may lie elsewhere.')
  }

  /** P9: a folder that goes away takes along what is in it. */
  #judgeFolder(place: Place): void {
    const kept = this.#roots([...this.#scope.write, this.#scope.workspace])
    if (kept.some((root) => isInside(place, root, this.#platform)))
      return this.#deny('P9', 'The workspace or a folder that may be written is in it.')
    if (holdsSecret(place, this.#secrets())) return this.#deny('P9', 'A place of secrets is in it.')
    if (this.#below(place).length === 0) return
    const holds = this.#holdsProtected(place)
    if (holds === 'yes') this.#deny('P9', 'A protected entry is in it.')
    if (holds === 'too-large') this.#ask('P9', 'person', 'The folder is too large to look through.')
  }

  #holdsProtected(folder: Place): 'yes' | 'no' | 'too-large' {
    const pending: Place[] = [folder]
    let seen = 0
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const entries = this.#tree.list(placeText(next, this.#platform))
      if (gitFolderNames.every((name) => entries.some((entry) => entry.name === name))) return 'yes'
      for (const entry of entries) {
        if (++seen > maxEntries) return 'too-large'
        if (protectionOf(entry.name) === 'deny') return 'yes'
        if (entry.kind === 'dir') pending.push([...next, entry.name])
      }
    }
    return 'no'
  }

  /** The parts of a place below the workspace and below each write root it is in. */
  #below(place: Place): string[][] {
    const roots = this.#roots([this.#scope.workspace, ...this.#scope.write])
    return roots.filter((root) => isInside(root, place, this.#platform)).map((root) => place.slice(root.length))
  }

  #roots(texts: readonly string[]): readonly Place[] {
    return texts.map((text) => placeOf(text, this.#platform))
  }

  #secrets(): SecretPlaces {
    const both = (text: string) => [placeOf(text, this.#platform), realFolder(text, this.#tree, this.#platform)]
    return secretPlaces(both(this.#scope.home), both(this.#scope.dataFolder), this.#platform)
  }

  #deny(rule: string, text: string): void {
    this.#denied.push({ rule, class: 'always', text })
  }

  #ask(rule: string, kind: PathReason['class'], text: string): void {
    this.#asked.push({ rule, class: kind, text })
  }

  #answer(real: Place | undefined, realTo: Place | undefined): PathDecision {
    const answer = this.#denied.length > 0 ? 'deny' : this.#asked.length > 0 ? 'ask' : 'allow'
    const raised = answer === 'deny' ? this.#denied : this.#asked
    const reasons = raised.filter(
      (reason, index) =>
        raised.findIndex((other) => other.rule === reason.rule && other.text === reason.text) === index,
    )
    return {
      answer,
      reasons,
      ...(real && { real: placeText(real, this.#platform) }),
      ...(realTo && { realTo: placeText(realTo, this.#platform) }),
    }
  }
}
