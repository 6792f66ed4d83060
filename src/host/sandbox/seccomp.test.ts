import { describe, expect, it } from 'vitest'
import { seccompInstructions, seccompProgram, type Instruction } from './seccomp.ts'
import { clone3, firstUnknownCall, systemCallTable } from './system-calls.ts'

/** Runs the filter as the kernel would. `args` are the call's first arguments. */
function judge(program: readonly Instruction[], arch: number, call: number, args: readonly number[] = []): string {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(call >>> 0, 0)
  data.writeUInt32LE(arch >>> 0, 4)
  args.forEach((value, index) => data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + index * 8))
  let loaded = 0
  for (let at = 0; at < program.length; at++) {
    const { code, ifTrue, ifFalse, value } = program[at]!
    const unsigned = value >>> 0
    if (code === 0x20) loaded = data.readUInt32LE(value)
    else if (code === 0x54) loaded = (loaded & value) >>> 0
    else if (code === 0x15) at += loaded === unsigned ? ifTrue : ifFalse
    else if (code === 0x35) at += loaded >= unsigned ? ifTrue : ifFalse
    else if (code === 0x45) at += (loaded & value) !== 0 ? ifTrue : ifFalse
    else if (code === 0x06) {
      if (unsigned === 0x7fff0000) return 'allowed'
      if (unsigned === 0x80000000) return 'killed'
      return `errno ${unsigned & 0xffff}`
    } else throw new Error(`unknown instruction ${code}`)
  }
  throw new Error('ran off the end')
}

const eperm = 'errno 1'
const enosys = 'errno 38'
const i386 = 0x40000003

describe.each(['x64', 'arm64'])('the system call filter on %s', (processArch) => {
  const table = systemCallTable(processArch)!
  const program = seccompInstructions(table)
  const answer = (call: number, ...args: number[]) => judge(program, table.auditArch, call, args)

  it('lets internet sockets and route queries through and refuses every other family', () => {
    const families = Array.from({ length: 46 }, (_, family) => family)
    const allowed = families.filter((family) => answer(table.socket, family, 1, 0) === 'allowed')
    expect(allowed).toEqual([2, 10, 16])
    expect(
      families.filter((family) => ![2, 10, 16].includes(family)).map((f) => answer(table.socket, f, 1, 0)),
    ).toEqual(Array.from({ length: 43 }, () => eperm))
    expect(answer(table.socket, 16, 3, 9)).toBe(eperm)
  })

  it('judges a family by the half the kernel reads', () => {
    expect(answer(table.socket, 0x1_0000_0001, 1, 0)).toBe(eperm)
    expect(answer(table.socket, 0x1_0000_0002, 1, 0)).toBe('allowed')
  })

  it('allows connected pairs and refuses datagram pairs, which can still reach socket files', () => {
    const closeOnExec = 0o2000000
    expect([1, 5, 1 + closeOnExec].map((type) => answer(table.socketpair, 1, type, 0))).toEqual([
      'allowed',
      'allowed',
      'allowed',
    ])
    expect([2, 3, 2 + closeOnExec].map((type) => answer(table.socketpair, 1, type, 0))).toEqual([eperm, eperm, eperm])
    expect(answer(table.socketpair, 2, 1, 0)).toBe(eperm)
  })

  it('refuses new namespaces and lets threads and processes be made', () => {
    const thread = 0x3d0f00
    const fork = 0x1200011
    expect([answer(table.clone, thread), answer(table.clone, fork), answer(table.unshare, 0x400)]).toEqual([
      'allowed',
      'allowed',
      'allowed',
    ])
    const kinds = [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000]
    expect(kinds.map((flag) => answer(table.clone, flag + 17))).toEqual(kinds.map(() => eperm))
    expect([...kinds, 0x80].map((flag) => answer(table.unshare, flag))).toEqual([...kinds, 0x80].map(() => eperm))
    expect(answer(clone3)).toBe(enosys)
  })

  it('refuses typing into the terminal and lets its size be read', () => {
    expect([0x5412, 0x541c].map((request) => answer(table.ioctl, 0, request))).toEqual([eperm, eperm])
    expect(answer(table.ioctl, 0, 0x1_0000_5412)).toBe(eperm)
    expect(answer(table.ioctl, 0, 0x5413)).toBe('allowed')
  })

  it('refuses every call of the list and answers "not implemented" to calls newer than itself', () => {
    const refused = Object.entries(table.refused)
    expect(refused.filter(([, call]) => answer(call) !== eperm)).toEqual([])
    expect(Object.keys(table.refused)).toEqual(
      expect.arrayContaining([
        'ioUringSetup',
        'keyctl',
        'addKey',
        'requestKey',
        'userfaultfd',
        'bpf',
        'mount',
        'setns',
      ]),
    )
    expect(answer(firstUnknownCall)).toBe(enosys)
  })

  it('ends a process that uses the numbering of another processor', () => {
    expect(judge(program, i386, 102)).toBe('killed')
    expect(judge(program, table.auditArch === 0xc000003e ? 0xc00000b7 : 0xc000003e, 1)).toBe('killed')
  })

  it('is written as whole eight-byte instructions within the jump range', () => {
    const bytes = seccompProgram(processArch)!
    expect(bytes.length).toBe(program.length * 8)
    expect(program.every(({ ifTrue, ifFalse }) => ifTrue < 256 && ifFalse < 256)).toBe(true)
  })
})

it('refuses the x32 numbers of the same calls', () => {
  const table = systemCallTable('x64')!
  expect(judge(seccompInstructions(table), table.auditArch, 0x40000000 + 41, [1, 1, 0])).toBe(eperm)
})

it('has no filter for a processor without a table', () => {
  expect(seccompProgram('riscv64')).toBeUndefined()
})
