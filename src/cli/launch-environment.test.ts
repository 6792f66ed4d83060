import { expect, it } from 'vitest'
import { launchEnvironment } from '../../scripts/start/node-flags.mjs'
import { forgetLaunchEnvironment } from './launch-environment.ts'

it('forgets what the launcher added', () => {
  const own = { HOME: '/home/person' }
  const env: Record<string, string | undefined> = { ...own, ...launchEnvironment(own) }
  expect(env['MALLOC_ARENA_MAX']).toBe('1')
  forgetLaunchEnvironment(env)
  expect(env).toEqual(own)
})

it("keeps what is the person's own", () => {
  const own = { MALLOC_ARENA_MAX: '8' }
  const env: Record<string, string | undefined> = { ...own, ...launchEnvironment(own) }
  expect(env['MALLOC_ARENA_MAX']).toBe('8')
  forgetLaunchEnvironment(env)
  expect(env).toEqual(own)
})

it('changes nothing where no launcher was', () => {
  const env = { PATH: '/usr/bin' }
  forgetLaunchEnvironment(env)
  expect(env).toEqual({ PATH: '/usr/bin' })
})

it('takes nothing else out, whatever the marker names', () => {
  const env = { HOME: '/home/person', PATH: '/usr/bin', ROADSTEAD_LAUNCH_ENV: 'HOME PATH MALLOC_ARENA_MAX' }
  forgetLaunchEnvironment(env)
  expect(env).toEqual({ HOME: '/home/person', PATH: '/usr/bin' })
})
