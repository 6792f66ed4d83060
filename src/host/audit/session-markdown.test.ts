import fc from 'fast-check'
import Markdown from 'react-markdown'
import gfm from 'remark-gfm'
import { expect, test } from 'vitest'
import type { ChatState } from '../../protocol/channels/chat/state.ts'
import type { ToolCallState } from '../../protocol/channels/chat/tool-call.ts'
import type { Turn } from '../../protocol/channels/chat/turn.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import type { AuditEntry } from './audit.ts'
import { codeSpan, plainLine, quotedMarkdown } from './markdown-text.ts'
import { goalOf, sessionFileName, sessionMarkdown, writtenFrom, type SessionRecord } from './session-markdown.ts'

const uri = 'ahp-session:/one'
const file = 'file:///home/robin/tea%20timer/src/a.js'

function entry(index: number, facts: Partial<AuditEntry> & Pick<AuditEntry, 'kind' | 'actor' | 'summary'>): AuditEntry {
  const at = `2026-01-31T10:00:0${index}.000Z`
  return { index, at, detail: {}, previousHash: `h${index - 1}`, hash: `h${index}`, ...facts }
}

function call(facts: Partial<ToolCallState> & { toolCallId: string; toolName: string }, meta: object = {}) {
  const base = { displayName: facts.toolName, status: 'completed', invocationMessage: 'Do it', confirmed: 'not-needed' }
  const state = { ...base, success: true, pastTenseMessage: 'Did it', _meta: { 'x-roadstead': { round: 1, ...meta } } }
  return { kind: 'toolCall' as const, toolCall: { ...state, ...facts } as ToolCallState }
}

function chat(turns: Turn[], more: Partial<ChatState> = {}): ChatState {
  return { resource: 'ahp-chat:/main', title: '', status: 1, modifiedAt: '2026-01-31T10:00:00.000Z', turns, ...more }
}

function record(facts: Partial<SessionRecord> = {}): SessionRecord {
  const directory = 'file:///home/robin/tea%20timer'
  const state = { title: 'Fix the clock', provider: 'scripted', status: 1, lifecycle: 'ready', activeClients: [] }
  return {
    uri,
    state: { ...state, chats: [], workingDirectories: [directory] } as SessionRecord['state'],
    createdAt: '2026-01-31T09:59:00.000Z',
    level: 'Sandboxed',
    todo: [],
    chats: [],
    entries: [],
    ...facts,
  }
}

const reason = { rule: 'C14', class: 'contained', text: 'No rule says that node is harmless.' }
const wholeTurn: Turn = {
  id: 't1',
  startedAt: '2026-01-31T10:00:00.000Z',
  duration: 75_400,
  state: 'complete',
  message: { text: 'Fix the clock.\nIt is late.', origin: { kind: 'user' } },
  usage: { inputTokens: 1200, outputTokens: 40, model: 'm-1' },
  responseParts: [
    { kind: 'reasoning', id: 'r', content: 'PRIVATE THOUGHTS' },
    { kind: 'markdown', id: 'p1', content: 'I run **the** tests.\n\n```sh\nnode --test\n```' },
    call(
      {
        toolCallId: 'c1',
        toolName: 'run_command',
        success: false,
        toolInput: '{"command":"node --test\\nls","cwd":"src"}',
        content: [{ type: 'terminal', resource: 'ahp-terminal:/x', title: 'x', result: { preview: 'THE OUTPUT' } }],
      },
      {
        exitCode: 1,
        durationMs: 340,
        gitHead: '0123456789abcdef0123456789abcdef01234567',
        tests: { passed: 5, failed: 1, skipped: 0, failures: [] },
      },
    ),
    call({
      toolCallId: 'c2',
      toolName: 'replace_string_in_file',
      pastTenseMessage: 'Edited src/a.js',
      toolInput: '{"path":"src/a.js","old_string":"OLD CONTENT","new_string":"NEW CONTENT"}',
      content: [
        {
          type: 'fileEdit',
          before: { uri: file, content: { uri: 'x:/1' } },
          after: { uri: file, content: { uri: 'x:/2' } },
          diff: { added: 2, removed: 1 },
        },
        { type: 'fileEdit', after: { uri: 'file:///elsewhere/b.js', content: { uri: 'x:/3' } }, diff: { added: 9 } },
      ],
    }),
    call({ toolCallId: 'c3', toolName: 'commit', status: 'cancelled', reason: 'denied' } as never),
    {
      kind: 'error',
      error: { errorType: 'interrupted', message: 'Interrupted when the host stopped.' },
      resumable: true,
    },
  ],
}

const audit: AuditEntry[] = [
  entry(0, { kind: 'turn', actor: 'client:tab', summary: 'Asked: Fix the clock.', detail: { turnId: 't1' } }),
  entry(1, {
    kind: 'approval',
    actor: 'policy',
    summary: 'Allowed by policy',
    detail: { turnId: 't1', toolCallId: 'c1', reasons: [reason] },
  }),
  entry(2, { kind: 'call', actor: 'agent', summary: 'Ran', detail: { turnId: 't1', toolCallId: 'c1' } }),
  entry(3, {
    kind: 'approval',
    actor: 'client:tab',
    summary: 'Denied by person: The person said no: later',
    detail: { turnId: 't1', toolCallId: 'c3', reasons: [{ rule: 'commit', class: 'person', text: 'Your name.' }] },
  }),
  entry(4, { kind: 'turn', actor: 'host', summary: 'The turn ended: Interrupted', detail: { turnId: 't1' } }),
  entry(5, { kind: 'turn', actor: 'client:tab', summary: 'Resumed the interrupted turn', detail: { turnId: 't1' } }),
  entry(6, {
    kind: 'session',
    actor: 'client:tab',
    summary: 'Changed settings of the session',
    detail: { config: { permissionLevel: 'auto', script: { secret: 'CONFIG' } } },
  }),
  entry(7, { kind: 'operation', actor: 'client:tab', summary: 'Discarded the change of src/a.js.' }),
]

test('the file tells the whole story of a session, and nothing of what files and commands held', () => {
  const text = sessionMarkdown(
    record({
      branch: 'main',
      changes: { files: 2, additions: 11, deletions: 1 },
      todo: [
        { id: '1', text: 'Run the tests', status: 'done' },
        { id: '2', text: 'Fix *it*', status: 'in-progress' },
      ],
      chats: [chat([wholeTurn])],
      entries: audit,
    }),
  )
  expect(text).toBe(`# Fix the clock

- Session: \`ahp-session:/one\`
- Begun: 2026-01-31T09:59:00.000Z
- Agent: scripted
- Folder: \`/home/robin/tea timer\`
- Branch: \`main\`
- Permission level: Sandboxed
- Changes: 2 files, +11 −1

## Goal

> Fix the clock.
> It is late.

## Plan

- [x] Run the tests
- [ ] Fix \\*it\\* (in progress)

## Turn 1

> Fix the clock.
> It is late.

Agent:

> I run **the** tests.
>
> \`\`\`sh
> node --test
> \`\`\`

- \`run_command\`: \`node --test ⏎ ls\` · in \`src\` · exit 1 · 340 ms · on \`0123456789ab\` · tests: 5 passed, 1 failed, 0 skipped · Allowed by policy [C14: No rule says that node is harmless]
- \`replace_string_in_file\`: Edited src/a.js · \`src/a.js\` +2 −1 · \`/elsewhere/b.js\` new +9 −0
- \`commit\`: Do it · Denied by person: The person said no: later (client \`tab\`) [commit: Your name]

**Ended by an error** (can be resumed): Interrupted when the host stopped.

When:

- 2026-01-31T10:00:00.000Z: asked by client \`tab\`
- 2026-01-31T10:00:04.000Z: The turn ended: Interrupted (host)
- 2026-01-31T10:00:05.000Z: Resumed the interrupted turn (client \`tab\`)
- Turn ended: complete after 1 min 15 s
- Used: 1200 tokens in, 40 tokens out, model \`m-1\`

## Commits, operations, settings

- 2026-01-31T10:00:06.000Z: Changed settings of the session: permission level auto (client \`tab\`)
- 2026-01-31T10:00:07.000Z: Discarded the change of src/a.js. (client \`tab\`)

Audit: 8 entries, last hash \`h7\`.
`)
  expect(writtenFrom(text, 8, 'h7')).toBe(true)
  expect(writtenFrom(text, 9, 'h8')).toBe(false)
})

test('a turn that runs shows what waits, and further chats have their own turns', () => {
  const activeTurn = {
    id: 't2',
    startedAt: '2026-01-31T11:00:00.000Z',
    message: { text: 'And now?', origin: { kind: 'user' as const } },
    responseParts: [
      call({ toolCallId: 'c4', toolName: 'commit', status: 'pending-confirmation' } as never),
      { kind: 'inputRequest' as const, request: { id: 'q', message: 'Which one?' } },
    ],
  }
  const text = sessionMarkdown(record({ chats: [chat([]), chat([], { title: 'Aside', activeTurn })] }))
  expect(text.slice(text.indexOf('## Turn'))).toBe(`## Turn 1 of chat 2 Aside

> And now?

- \`commit\`: Do it · **waits for a person**

The agent asked: Which one? (**waits for a person**)

When:

- 2026-01-31T11:00:00.000Z: asked
- Still running

Audit: no entries.
`)
})

test('a session nobody asked anything has no goal', () => {
  expect(goalOf([chat([])])).toBeUndefined()
})

test('file names hold the date and the words of the title in any script, and nothing that leads elsewhere', () => {
  const at = '2026-01-31T09:59:00.000Z'
  expect(sessionFileName(at, 'Fix the clock!')).toBe('2026-01-31_fix-the-clock')
  expect(sessionFileName(at, '修复时钟')).toBe('2026-01-31_修复时钟')
  expect(sessionFileName(at, '../../etc/passwd\0')).toBe('2026-01-31_etc-passwd')
  expect(sessionFileName(at, '…')).toBe('2026-01-31_session')
  expect(sessionFileName('soon', 'x'.repeat(500))).toBe(`1970-01-01_${'x'.repeat(40)}`)
})

const hostilePieces = fc.constantFrom(
  ...[
    '```',
    '````',
    '~~~',
    '\n',
    '\r',
    '\u2028',
    '# ',
    '## Turn 9',
    '===',
    '---',
    '<!--',
    '<img src=x>',
    '</pre>',
    '`',
    '\\',
  ],
  ...[
    '![a](http://x/y)',
    '- ',
    '1. ',
    '> ',
    '    ',
    '\t',
    'x',
    ' ',
    '[a]: http://x',
    '|',
    'Audit: 0 entries',
    '\u202e',
    '\ud800',
  ],
)
const hostile = fc.oneof(
  fc.string(),
  fc.array(hostilePieces, { maxLength: 30 }).map((pieces) => pieces.join('')),
)

interface Node {
  readonly type: string
  readonly children?: readonly Node[]
}

/** The kinds of all nodes of a text, as a reader of Markdown (CommonMark and GitHub's additions) sees them. */
function nodesOf(text: string): { readonly top: readonly string[]; readonly all: ReadonlySet<string> } {
  let tree: Node = { type: 'root' }
  const take = () => (root: Node) => void (tree = root)
  Markdown({ remarkPlugins: [gfm, take], children: text })
  const all = new Set<string>()
  const visit = (node: Node) => {
    all.add(node.type)
    node.children?.forEach(visit)
  }
  for (const child of tree.children ?? []) if (child.type !== 'heading') visit(child)
  return { top: (tree.children ?? []).map(({ type }) => type), all }
}

/** The lines of the file that are not inside a quote, with what a writer could have changed taken out. */
function skeleton(text: string): string[] {
  return text.split('\n').filter((line) => !line.startsWith('>'))
}

test('no text of a person, a model or a tool changes the structure of the file', () => {
  const ours =
    /^(?:$|# \S.*|## (?:Goal|Plan|Turn 1|Commits, operations, settings)|- \S.*|Agent:|When:|\*\*Ended .*|The agent asked: .*|Audit: 1 entry, last hash `h0`\.)$/
  fc.assert(
    fc.property(hostile, hostile, (said, done) => {
      const turn: Turn = {
        ...wholeTurn,
        message: { text: said, origin: { kind: 'user' } },
        responseParts: [
          { kind: 'markdown', id: 'p', content: `a${said}` },
          call({ toolCallId: 'c1', toolName: done, pastTenseMessage: said }),
          call({ toolCallId: 'c2', toolName: 'run_command', toolInput: JSON.stringify({ command: done, cwd: said }) }),
          { kind: 'error', error: { errorType: done, message: said } },
        ],
      }
      const entries = [entry(0, { kind: 'operation', actor: `client:${said}`, summary: done })]
      const state = { ...record().state, title: said, provider: done }
      const todo = [{ id: '1', text: said, status: 'pending' as const }]
      const text = sessionMarkdown(record({ state, todo, branch: done, chats: [chat([turn])], entries }))
      const lines = skeleton(text)
      expect(lines.filter((line) => !ours.test(line))).toEqual([])
      expect(lines.filter((line) => line.startsWith('#')).slice(1)).toEqual([
        '## Goal',
        '## Plan',
        '## Turn 1',
        '## Commits, operations, settings',
      ])
      expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(6 + 1 + 2 + 3 + 1)
      expect(writtenFrom(text, 1, 'h0')).toBe(true)
      const { top, all } = nodesOf(text)
      expect(top.filter((type) => type === 'heading')).toHaveLength(5)
      expect([...all].filter((type) => ['heading', 'html', 'image', 'imageReference'].includes(type))).toEqual([])
      expect(top.filter((type) => ['code', 'thematicBreak', 'table', 'html'].includes(type))).toEqual([])
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('quoted Markdown keeps emphasis and code, and loses headings, HTML and images', () => {
  expect(
    quotedMarkdown(
      '# Big\nText\n===\n- # Item\n<img src=x> a < b ![i](http://x)\n````js\n# kept\n```\n````\n\\<b>\r\n```\nopen',
    ),
  ).toBe(
    [
      '> &#35; Big',
      '> Text',
      '> &#61;==',
      '> - &#35; Item',
      '> &lt;img src=x> a < b !&#91;i](http://x)',
      '> ````js',
      '> # kept',
      '> ```',
      '> ````',
      '> \\&lt;b>',
      '> ```',
      '> open',
      '> ```',
    ].join('\n'),
  )
})

test('code spans outnumber the ticks inside, and lines are cut', () => {
  expect(codeSpan('a ``b`` `')).toBe('``` a ``b`` ` ```')
  expect(codeSpan('\n')).toBe('(empty)')
  expect(codeSpan('abcdef', 3)).toBe('`abc…`')
  expect(plainLine('*a* <b> `c` [d](e)\n# f')).toBe('\\*a\\* \\<b\\> \\`c\\` \\[d\\](e) ⏎ \\# f')
})
