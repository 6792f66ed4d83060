import { z } from 'zod'
import { moveJudged, removeJudged, writeJudged } from '../platform/paths/judged-files.ts'
import type { Used } from '../platform/paths/judged-files.ts'
import { defineTool } from './define-tool.ts'
import { judgePath, shownPath } from './judged-path.ts'
import { failed, oneLine } from './outcome.ts'
import { parsePatch } from './patch-format.ts'
import type { PatchSection } from './patch-format.ts'
import { patchText } from './patch-text.ts'
import { editContent, recordEdit } from './recorded-edit.ts'
import { markProblem } from './removal-marks.ts'
import { readText } from './text-file.ts'
import type { RecordedEdit, ToolAccess, ToolContext, ToolOutcome } from './tool.ts'

const Input = z.strictObject({
  patch: z.string().min(1).max(2_000_000).describe('The whole patch, from "*** Begin Patch" to "*** End Patch".'),
})

/** One file's change, worked out and not yet written. All paths real. */
interface Planned {
  readonly kind: PatchSection['kind']
  readonly shown: string
  readonly real: string
  readonly realTo?: string
  readonly before?: string
  readonly after?: string
}

/** Changes several files at once: all of them or none. */
export const applyPatch = defineTool<z.infer<typeof Input>>({
  name: 'apply_patch',
  displayName: 'Apply patch',
  description: [
    'Changes several files at once: all of them, or none if anything does not fit. Paths are relative to the workspace. The format:',
    '*** Begin Patch',
    '*** Update File: PATH (optionally followed by a line "*** Move to: NEW PATH")',
    "@@ a line to find first, such as the function's head",
    ' a line that stays',
    '-a line that goes',
    '+a line that comes',
    '*** Add File: PATH',
    '+each line of the new file',
    '*** Delete File: PATH',
    '*** End Patch',
  ].join('\n'),
  input: Input,
  readOnly: false,
  access: ({ patch }) => accessOf(patch),
  describe: ({ patch }) => {
    const parsed = parsePatch(patch)
    const paths = parsed.ok ? parsed.sections.map((section) => section.path) : []
    return paths.length === 1 ? `Patch ${oneLine(paths[0] ?? '')}` : `Patch ${paths.length} files`
  },
  async run({ patch }, context) {
    const parsed = parsePatch(patch)
    const nothing = 'Did not apply the patch'
    if (!parsed.ok) return failed(nothing, `${parsed.problem} Nothing was changed.`, 'malformed-patch')
    const planned: Planned[] = []
    for (const section of parsed.sections) {
      const plan = planSection(section, context)
      if (!('shown' in plan)) return { ...plan, pastTense: nothing, forModel: `${plan.forModel} Nothing was changed.` }
      planned.push(plan)
    }
    const places = planned.flatMap((plan) => (plan.realTo === undefined ? [plan.real] : [plan.real, plan.realTo]))
    if (new Set(places).size < places.length)
      return failed(nothing, 'The patch names a file twice. Nothing was changed.', 'malformed-patch')
    return writeAll(planned, context)
  },
})

/** What a patch would touch; nothing where it cannot be read, for then nothing runs. */
function accessOf(patch: string): ToolAccess {
  const parsed = parsePatch(patch)
  if (!parsed.ok) return { kind: 'none' }
  return { kind: 'write', changes: parsed.sections.flatMap(changesOf) }
}

type Change = Extract<ToolAccess, { kind: 'write' }>['changes'][number]

function changesOf(section: PatchSection): Change[] {
  const { path } = section
  if (section.kind === 'add') return [{ op: 'create', path, via: 'patch' }]
  if (section.kind === 'delete') return [{ op: 'delete', path, via: 'patch' }]
  const write: Change = { op: 'write', path, via: 'patch' }
  return section.moveTo === undefined ? [write] : [write, { op: 'rename', path, to: section.moveTo, via: 'patch' }]
}

function planSection(section: PatchSection, context: ToolContext): Planned | ToolOutcome {
  const { kind, path } = section
  const fail = (problem: string) => failed('', `${path}: ${problem}`, 'does-not-fit')
  if (kind === 'add') {
    const judged = judgePath(context, { op: 'create', via: 'patch' }, path)
    if (!judged.ok) return judged.outcome
    const there = readText(judged.real)
    if (there.kind !== 'missing') return fail('It exists already.')
    const after = section.lines.map((line) => `${line}\n`).join('')
    return { kind, shown: shownPath(context, judged.real), real: judged.real, after }
  }
  const judged = judgePath(context, { op: kind === 'delete' ? 'delete' : 'write', via: 'patch' }, path)
  if (!judged.ok) return judged.outcome
  const shown = shownPath(context, judged.real)
  const read = readText(judged.real)
  if (read.kind !== 'done') return fail(read.text)
  const before = read.value
  if (kind === 'delete') return { kind, shown, real: judged.real, before }
  const patched = patchText(before, section.chunks)
  if (!patched.ok) return fail(patched.problem)
  const problem = markProblem(before, patched.text)
  if (problem !== undefined) return fail(problem)
  if (section.moveTo === undefined) return { kind, shown, real: judged.real, before, after: patched.text }
  const moved = judgePath(context, { op: 'rename', to: section.moveTo, via: 'patch' }, path)
  if (!moved.ok) return moved.outcome
  if (moved.real !== judged.real) return fail('A link is not moved together with what it leads to.')
  if (readText(moved.realTo).kind !== 'missing') return fail(`There is something at ${section.moveTo} already.`)
  return { kind, shown, real: judged.real, realTo: moved.realTo, before, after: patched.text }
}

function writeAll(planned: readonly Planned[], context: ToolContext): ToolOutcome {
  const undo: (() => Used<void>)[] = []
  // Deletions last: they are the hardest to take back.
  const inOrder = planned.toSorted((one, other) => Number(one.kind === 'delete') - Number(other.kind === 'delete'))
  for (const plan of inOrder) {
    const written = write(plan, undo)
    if (written.kind === 'done') continue
    const kept = undo.reverse().filter((back) => back().kind !== 'done').length
    const rest = kept === 0 ? 'Nothing was changed.' : `${kept} changes could not be taken back: look at the files.`
    return failed('Did not apply the patch', `${plan.shown}: ${written.text} ${rest}`, written.kind)
  }
  const edits = planned.map((plan): RecordedEdit => {
    const movedFrom = plan.realTo === undefined ? undefined : plan.real
    return recordEdit(plan.realTo ?? plan.real, { before: plan.before, after: plan.after, movedFrom })
  })
  const marks = { add: 'A', delete: 'D', update: 'M' }
  const list = planned.map((plan) => {
    const to = plan.realTo === undefined ? '' : ` -> ${shownPath(context, plan.realTo)}`
    return `${marks[plan.kind]} ${plan.shown}${to}`
  })
  const what = planned.length === 1 ? (planned[0]?.shown ?? '') : `${planned.length} files`
  return {
    success: true,
    pastTense: `Patched ${oneLine(what)}`,
    forModel: `The patch was applied.\n${list.join('\n')}`,
    content: edits.map((edit) => editContent(edit, context)),
    edits,
  }
}

/** Writes one change and notes how to take it back. */
function write(plan: Planned, undo: (() => Used<void>)[]): Used<void> {
  const { real, realTo, before, after } = plan
  const put = (place: string, text: string, expect: 'present' | 'missing') =>
    writeJudged(place, Buffer.from(text), { expect })
  if (after === undefined) {
    const removed = removeJudged(real)
    if (removed.kind === 'done') undo.push(() => put(real, before ?? '', 'missing'))
    return removed
  }
  if (before === undefined) {
    const made = put(real, after, 'missing')
    if (made.kind === 'done') undo.push(() => removeJudged(real))
    return made
  }
  if (before !== after) {
    const written = put(real, after, 'present')
    if (written.kind !== 'done') return written
    undo.push(() => put(real, before, 'present'))
  }
  if (realTo === undefined) return { kind: 'done', value: undefined }
  const moved = moveJudged(real, realTo)
  if (moved.kind === 'done') undo.push(() => moveJudged(realTo, real))
  return moved
}
