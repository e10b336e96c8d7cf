// What a disk without room says, and one whose quota for the server is used up.

const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

export const isFullDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.has(error.code)
