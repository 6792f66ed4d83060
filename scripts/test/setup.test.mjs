import { describe, expect, it } from 'vitest'
import { agreesWithLock, explainFailedInstall } from '../setup/packages.mjs'
import { decideSystemPackages, linuxFamily } from '../setup/system-packages.mjs'

const bubblewrap = { program: 'bubblewrap', debian: 'bubblewrap' }
const socat = { program: 'socat', debian: 'socat' }
const debian = { platform: 'linux', family: 'debian', missing: [bubblewrap, socat], isRoot: true, hasTerminal: false }

describe('system packages', () => {
  it('are installed unasked only as root on Debian without a terminal', () => {
    expect(decideSystemPackages(debian)).toEqual({
      kind: 'install',
      packages: ['bubblewrap', 'socat'],
      line: 'apt-get install -y bubblewrap socat',
    })
  })

  it('are asked about where there is a terminal, even as root', () => {
    expect(decideSystemPackages({ ...debian, hasTerminal: true }).kind).toBe('ask')
    expect(decideSystemPackages({ ...debian, hasTerminal: true, isRoot: false })).toEqual({
      kind: 'ask',
      packages: ['bubblewrap', 'socat'],
      line: 'sudo apt-get install -y bubblewrap socat',
    })
  })

  it('are left to the person everywhere else, with the exact line', () => {
    expect(decideSystemPackages({ ...debian, isRoot: false })).toEqual({
      kind: 'tell',
      line: 'sudo apt-get install -y bubblewrap socat',
    })
    expect(decideSystemPackages({ ...debian, family: 'fedora', hasTerminal: true })).toEqual({
      kind: 'tell',
      line: 'dnf install -y bubblewrap socat',
    })
    expect(decideSystemPackages({ ...debian, family: 'other' }).kind).toBe('tell')
    expect(decideSystemPackages({ ...debian, platform: 'darwin', family: 'other' })).toEqual({
      kind: 'tell',
      line: 'xcode-select --install',
    })
  })

  it('are no topic when nothing is missing', () => {
    expect(decideSystemPackages({ ...debian, missing: [] })).toEqual({ kind: 'nothing' })
  })

  it('knows Ubuntu and its kin as Debian', () => {
    expect(linuxFamily('NAME="Linux Mint"\nID=linuxmint\nID_LIKE="ubuntu debian"\n')).toBe('debian')
    expect(linuxFamily('ID=ubuntu\nID_LIKE=debian\n')).toBe('debian')
    expect(linuxFamily('ID="opensuse-leap"\nID_LIKE="suse opensuse"\n')).toBe('suse')
    expect(linuxFamily('ID=alpine\n')).toBe('other')
  })
})

describe('installed packages', () => {
  const lock = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
      'node_modules/b-win32': { version: '1.0.0', integrity: 'sha512-b', optional: true },
    },
  }
  const installed = { packages: { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } } }

  it('agree with the lock when only optional ones are absent', () => {
    expect(agreesWithLock(lock, installed)).toBe(true)
  })

  it('do not agree when one is absent, other, or too many', () => {
    expect(agreesWithLock(lock, { packages: {} })).toBe(false)
    expect(agreesWithLock(lock, { packages: { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-x' } } })).toBe(
      false,
    )
    expect(agreesWithLock(lock, { packages: { ...installed.packages, 'node_modules/c': { version: '1.0.0' } } })).toBe(
      false,
    )
    expect(agreesWithLock(lock, undefined)).toBe(false)
  })

  it.each([
    ['npm error code ENOTFOUND\nnpm error network request failed', /registry could not be reached/],
    ['npm error code ENOSPC', /disk is full/],
    ['npm error code EACCES', /may not be written/],
    ['npm error code ESTRICTALLOWSCRIPTS', /install script/],
    ['npm error code ENOTEMPTY\nnpm error syscall rmdir', /perhaps another npm/],
    ['something new', /no reason that is known/],
  ])('explains the failure %j', (output, text) => {
    expect(explainFailedInstall(output)).toMatch(text)
  })
})
