import { clone3, firstUnknownCall, systemCallTable, type SystemCallTable } from './system-calls.ts'

/** One classic BPF instruction, as the kernel's `struct sock_filter`. */
export interface Instruction {
  readonly code: number
  readonly ifTrue: number
  readonly ifFalse: number
  readonly value: number
}

const load = 0x20
const jumpEqual = 0x15
const jumpAtLeast = 0x35
const jumpAnyBit = 0x45
const and = 0x54
const giveBack = 0x06

/** Offsets in `struct seccomp_data`. Arguments that the kernel takes as `int` are judged by their lower half only, as it does. */
const callNumber = 0
const arch = 4
const lowerHalfOf = (argument: number) => 16 + argument * 8

const allowed = 0x7fff0000
const killed = 0x80000000
const failWith = (errno: number) => 0x00050000 + errno
const eperm = 1
const enosys = 38

const afUnix = 1
const afInet = 2
const afInet6 = 10
const afNetlink = 16
const netlinkRoute = 0
const sockStream = 1
const sockSeqpacket = 5
const socketTypeBits = 0xf

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const newNamespaces = 0x7e020000
/** Exists for `unshare` and `clone3` only; in `clone` these bits are the exit signal. */
const newTimeNamespace = 0x80

/** Ioctls that put characters into a terminal's input: the reader would take them for typing. */
const terminalInjection = { TIOCSTI: 0x5412, TIOCLINUX: 0x541c }

const step = (code: number, value: number, ifTrue = 0, ifFalse = 0): Instruction => ({ code, ifTrue, ifFalse, value })
const answer = (value: number) => step(giveBack, value)

/** `body` runs if the call has this number; it must end in an answer. */
function onCall(number: number, body: readonly Instruction[]): Instruction[] {
  return [step(jumpEqual, number, 0, body.length), ...body]
}

/** Answers `value` if the loaded word equals one of `values`. */
function answerIfOneOf(values: readonly number[], value: number): Instruction[] {
  return values.flatMap((each) => [step(jumpEqual, each, 0, 1), answer(value)])
}

/** Sockets: internet ones (the network namespace holds those) and route queries, which programs use to list interfaces. */
const socketRules = [
  step(load, lowerHalfOf(0)),
  ...answerIfOneOf([afInet, afInet6], allowed),
  step(jumpEqual, afNetlink, 0, 3),
  step(load, lowerHalfOf(2)),
  ...answerIfOneOf([netlinkRoute], allowed),
  answer(failWith(eperm)),
]

/** A connected pair is harmless; a datagram pair is not, since it can still send to any socket file. */
const socketpairRules = [
  step(load, lowerHalfOf(0)),
  step(jumpEqual, afUnix, 0, 6),
  step(load, lowerHalfOf(1)),
  step(and, socketTypeBits),
  ...answerIfOneOf([sockStream, sockSeqpacket], allowed),
  answer(failWith(eperm)),
]

const withoutFlags = (flags: number) => [
  step(load, lowerHalfOf(0)),
  step(jumpAnyBit, flags, 0, 1),
  answer(failWith(eperm)),
  answer(allowed),
]

const ioctlRules = [
  step(load, lowerHalfOf(1)),
  ...answerIfOneOf(Object.values(terminalInjection), failWith(eperm)),
  answer(allowed),
]

/** The filter's instructions for one processor family; see `seccompProgram`. */
export function seccompInstructions(table: SystemCallTable): Instruction[] {
  return [
    step(load, arch),
    step(jumpEqual, table.auditArch, 1, 0),
    answer(killed),
    step(load, callNumber),
    ...(table.foreignBit === undefined ? [] : [step(jumpAtLeast, table.foreignBit, 0, 1), answer(failWith(eperm))]),
    step(jumpAtLeast, firstUnknownCall, 0, 1),
    answer(failWith(enosys)),
    ...answerIfOneOf(Object.values(table.refused), failWith(eperm)),
    // "Not implemented" makes the C library fall back to clone, whose flags can be judged.
    ...answerIfOneOf([clone3], failWith(enosys)),
    ...onCall(table.socket, socketRules),
    ...onCall(table.socketpair, socketpairRules),
    ...onCall(table.clone, withoutFlags(newNamespaces)),
    ...onCall(table.unshare, withoutFlags(newNamespaces + newTimeNamespace)),
    ...onCall(table.ioctl, ioctlRules),
    answer(allowed),
  ]
}

/**
 * The system call filter as bytes for `bwrap --seccomp`, or undefined for a processor we have no table for.
 *
 * It closes what mounts and namespaces leave open: socket files and VM sockets (no mount stops a connect), io_uring (makes
 * sockets behind a filter), the kernel's keyrings (not part of any namespace), new user namespaces, mounting, typing into the
 * terminal, and the other call numberings of the same processor.
 */
export function seccompProgram(processArch: string): Uint8Array | undefined {
  const table = systemCallTable(processArch)
  if (!table) return undefined
  const instructions = seccompInstructions(table)
  const bytes = Buffer.alloc(instructions.length * 8)
  instructions.forEach((instruction, index) => {
    bytes.writeUInt16LE(instruction.code, index * 8)
    bytes.writeUInt8(instruction.ifTrue, index * 8 + 2)
    bytes.writeUInt8(instruction.ifFalse, index * 8 + 3)
    bytes.writeUInt32LE(instruction.value >>> 0, index * 8 + 4)
  })
  return bytes
}
