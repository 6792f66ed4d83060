/** The code of a system or SQLite error, `UNKNOWN` where there is none. */
export function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code
  return 'UNKNOWN'
}

const causes: Readonly<Record<string, (folder: string) => string>> = {
  EROFS: (folder) => `The file system that holds ${folder} is read-only (EROFS).`,
  EACCES: (folder) => `This account may not write in ${folder} (EACCES).`,
  EPERM: (folder) => `This account may not write in ${folder} (EPERM).`,
  ENOSPC: (folder) => `The disk that holds ${folder} is full (ENOSPC).`,
  EDQUOT: (folder) => `The disk quota for ${folder} is used up (EDQUOT).`,
  EIO: (folder) => `The disk that holds ${folder} does not work properly (EIO).`,
  ENOTDIR: (folder) => `${folder} is not a folder (ENOTDIR).`,
  EEXIST: (folder) => `${folder} is not a folder (EEXIST).`,
  SQLITE_FULL: (folder) => `The disk that holds ${folder} is full (SQLITE_FULL).`,
  SQLITE_READONLY: (folder) => `The database in ${folder} may only be read (SQLITE_READONLY).`,
}

/** One sentence that names what is wrong with writing to `folder`, for a person. */
export function causeOf(code: string, folder: string): string {
  const known = causes[code] ?? (code.startsWith('SQLITE_IOERR') ? causes['EIO'] : undefined)
  return known?.(folder) ?? `Writing to ${folder} failed (${code}).`
}

/** Whether SQLite says that the file's content cannot be trusted. */
export function isDamage(code: string): boolean {
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB'
}
