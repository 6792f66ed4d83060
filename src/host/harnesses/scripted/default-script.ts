import type { ScriptFile } from './script.ts'

type Status = 'pending' | 'in-progress' | 'done'

const todos = (list: Status, look: Status, status: Status) => ({
  tool: 'update_todos',
  input: {
    todos: [
      { id: 'list', text: 'List the folder', status: list },
      { id: 'read', text: 'Look for a README or package.json', status: look },
      { id: 'status', text: 'Ask git what changed', status },
    ],
  },
})

/**
 * Played when no script is given: looks at the folder without changing anything in it. Its words claim only what its calls
 * did; what they found is filled in.
 */
export const defaultScript: ScriptFile = {
  version: 1,
  name: 'Look around',
  description: 'Lists the folder, reads what describes it, asks git what changed. Changes nothing.',
  turns: [
    {
      rounds: [
        {
          say: 'I play a script and cannot understand what you wrote; no model is connected to this agent. I will look around in this folder and tell you what I find. I change nothing.',
          calls: [todos('in-progress', 'pending', 'pending'), { tool: 'list_directory', input: { path: '.' } }],
        },
        { ifSeen: 'README.md', calls: [{ tool: 'read_file', input: { path: 'README.md' } }] },
        {
          ifNotSeen: 'README.md',
          ifSeen: 'package.json',
          calls: [{ tool: 'read_file', input: { path: 'package.json' } }],
        },
        {
          calls: [
            todos('done', 'done', 'in-progress'),
            { tool: 'run_command', input: { command: 'git status --short --branch' } },
          ],
        },
        {
          ifLast: 'succeeded',
          ifExit: 0,
          say: '`git status --short --branch` ended with exit code {{lastExit}}; its output is in the step above.',
          calls: [todos('done', 'done', 'done')],
        },
        {
          ifExit: 'nonzero',
          say: '`git status --short --branch` ended with exit code {{lastExit}}; this may not be a git repository.',
        },
        { ifExit: 'none', ifLast: 'failed', say: 'The git command did not run; the reason is in the step above.' },
        { ifLast: 'denied', say: 'The git command was not allowed, so I do not know what changed.' },
        { ifLast: 'interrupted', say: 'The git command was interrupted, so I do not know what changed.' },
        {
          say: 'That is all this script does. To have me do something else, give me a script of your own: `roadstead run --agent scripted --script FILE "…"`; its form is described in `resources/scripts/README.md`. The demo is such a script, too: `npm start -- --demo`.',
        },
      ],
    },
  ],
}
