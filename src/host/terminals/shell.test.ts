import { expect, it } from 'vitest'
import { loginShell, shellEnvironment } from './shell.ts'

const only =
  (...paths: string[]) =>
  (path: string) =>
    paths.includes(path)

it('takes the shell the person chose, as a login shell', () => {
  expect(loginShell({ SHELL: '/usr/bin/fish' }, 'linux', only('/usr/bin/fish', '/bin/bash'))).toEqual({
    file: '/usr/bin/fish',
    args: ['-l'],
  })
})

it('falls back to a usual shell where the chosen one is missing or not a path', () => {
  expect(loginShell({ SHELL: '/opt/gone' }, 'linux', only('/bin/bash'))).toEqual({ file: '/bin/bash', args: ['-l'] })
  expect(loginShell({ SHELL: 'zsh' }, 'darwin', only('/bin/zsh'))).toEqual({ file: '/bin/zsh', args: ['-l'] })
  expect(loginShell({}, 'linux', only())).toEqual({ file: '/bin/sh', args: ['-l'] })
  expect(loginShell({ ComSpec: 'C:\\cmd.exe' }, 'win32', only())).toEqual({ file: 'C:\\cmd.exe', args: [] })
})

it("gives the person's shell their environment without what npm and we added", () => {
  const env = {
    PATH: '/app/node_modules/.bin:/node_modules/.bin:/usr/lib/node_modules/npm/node-gyp-bin:/home/dev/bin:/usr/bin',
    npm_lifecycle_event: 'start',
    npm_config_registry: 'x',
    NODE_OPTIONS: '--max-old-space-size=100',
    ROADSTEAD_TOKEN: 'x',
    EDITOR: 'vim',
    GITHUB_TOKEN: "the person's own",
  }
  expect(shellEnvironment(env, '1.2.3')).toEqual({
    PATH: '/home/dev/bin:/usr/bin',
    EDITOR: 'vim',
    GITHUB_TOKEN: "the person's own",
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'Roadstead',
    TERM_PROGRAM_VERSION: '1.2.3',
  })
})

it('guard shell: a key the host calls models with is not in it, by any name', () => {
  const env = { PATH: '/usr/bin', ANTHROPIC_API_KEY: 'canary-of-the-host', MY_KEY: 'canary-of-the-host' }
  expect(Object.values(shellEnvironment(env, '1')).join()).not.toContain('canary')
})

it('leaves PATH alone when npm did not start the host', () => {
  expect(shellEnvironment({ PATH: '/w/node_modules/.bin:/usr/bin' }, '1')['PATH']).toBe('/w/node_modules/.bin:/usr/bin')
})
