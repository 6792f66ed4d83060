/** What the filter needs to know of one processor family. Numbers are the kernel's own, from its system call tables. */
export interface SystemCallTable {
  /** AUDIT_ARCH_* of the native numbering. */
  readonly auditArch: number
  /** Calls with this bit belong to a second numbering of the same processor (x32). */
  readonly foreignBit?: number
  readonly socket: number
  readonly socketpair: number
  readonly clone: number
  readonly unshare: number
  readonly ioctl: number
  /** Refused whatever the arguments. */
  readonly refused: Readonly<Record<string, number>>
}

/** Numbers that every 64-bit family shares, because they were given out after the tables were unified. */
const shared = {
  pidfdGetfd: 438,
  ioUringSetup: 425,
  ioUringEnter: 426,
  ioUringRegister: 427,
  openTree: 428,
  moveMount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  mountSetattr: 442,
  quotactlFd: 443,
  openTreeAttr: 467,
}

/** `clone3` has the same number everywhere. Its flags lie in memory, where a filter cannot read them. */
export const clone3 = 435

/** The first number without a meaning when this table was written; what comes later is answered "not implemented". */
export const firstUnknownCall = 470

const x64: SystemCallTable = {
  auditArch: 0xc000003e,
  foreignBit: 0x40000000,
  socket: 41,
  socketpair: 53,
  clone: 56,
  unshare: 272,
  ioctl: 16,
  refused: {
    ...shared,
    uselib: 134,
    vhangup: 153,
    modifyLdt: 154,
    pivotRoot: 155,
    chroot: 161,
    acct: 163,
    settimeofday: 164,
    mount: 165,
    umount2: 166,
    swapon: 167,
    swapoff: 168,
    reboot: 169,
    sethostname: 170,
    setdomainname: 171,
    iopl: 172,
    ioperm: 173,
    initModule: 175,
    deleteModule: 176,
    quotactl: 179,
    nfsservctl: 180,
    syslog: 103,
    lookupDcookie: 212,
    clockSettime: 227,
    kexecLoad: 246,
    addKey: 248,
    requestKey: 249,
    keyctl: 250,
    perfEventOpen: 298,
    fanotifyInit: 300,
    openByHandleAt: 304,
    clockAdjtime: 305,
    setns: 308,
    finitModule: 313,
    kexecFileLoad: 320,
    bpf: 321,
    userfaultfd: 323,
  },
}

const arm64: SystemCallTable = {
  auditArch: 0xc00000b7,
  socket: 198,
  socketpair: 199,
  clone: 220,
  unshare: 97,
  ioctl: 29,
  refused: {
    ...shared,
    lookupDcookie: 18,
    umount2: 39,
    mount: 40,
    pivotRoot: 41,
    nfsservctl: 42,
    chroot: 51,
    vhangup: 58,
    quotactl: 60,
    acct: 89,
    kexecLoad: 104,
    initModule: 105,
    deleteModule: 106,
    clockSettime: 112,
    syslog: 116,
    reboot: 142,
    sethostname: 161,
    setdomainname: 162,
    settimeofday: 170,
    addKey: 217,
    requestKey: 218,
    keyctl: 219,
    swapon: 224,
    swapoff: 225,
    perfEventOpen: 241,
    fanotifyInit: 262,
    openByHandleAt: 265,
    clockAdjtime: 266,
    setns: 268,
    finitModule: 273,
    bpf: 280,
    userfaultfd: 282,
    kexecFileLoad: 294,
  },
}

/** The table for a processor as `process.arch` names it; undefined where we have none, and then nothing may run. */
export function systemCallTable(arch: string): SystemCallTable | undefined {
  return arch === 'x64' ? x64 : arch === 'arm64' ? arm64 : undefined
}
