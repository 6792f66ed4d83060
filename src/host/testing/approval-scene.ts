import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApprovalContext } from '../approvals/verdict.ts'

/** A workspace and a home in a scratch folder, at the places the attack corpus pretends (`/w/proj`, `/home/dev`). */
export function createScene() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'approvals-')))
  const workspace = join(root, 'w', 'proj')
  const home = join(root, 'home', 'dev')
  mkdirSync(join(workspace, 'src'), { recursive: true })
  mkdirSync(join(workspace, '.git'))
  mkdirSync(home, { recursive: true })
  writeFileSync(join(workspace, 'src', 'a.ts'), 'export {}\n')
  const dataFolder = join(home, '.local', 'share', 'roadstead')
  const context: ApprovalContext = { level: 'ask', workspace, home, dataFolder, sandboxed: true, remembered: new Set() }
  /** A text of the corpus in the scene's own names. */
  const place = (text: string) =>
    text
      .replaceAll(/(?<![\w.])\/w(?=\/)/g, join(root, 'w'))
      .replaceAll(/(?<![\w.])\/home\/dev\b/g, home)
      .replaceAll('workbench', 'roadstead')
  return { context, place, workspace, home, dispose: () => rmSync(root, { recursive: true, force: true }) }
}
