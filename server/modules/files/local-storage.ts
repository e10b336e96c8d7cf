// Files on the server's own disk, under the data folder; a name becomes visible only when the file is whole.
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from './storage.ts'

/** Keys are made by the server; this check holds even if one were not. */
const KEY = /^[\w-]+(\/[\w-]+)*(\.[a-z0-9]+)?$/

export function localStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('Not a key of the storage')
    return join(folder, key)
  }
  return {
    place: 'local',
    bucket: null,
    put: async (key, { path }) => {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      try {
        await rename(path, target)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
        // The temporary folder may be on another disk.
        await copyFile(path, `${target}.part`)
        await rename(`${target}.part`, target)
        await rm(path, { force: true })
      }
    },
    open: async (key, range) => {
      const handle = await open(pathOf(key), 'r').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      })
      return handle && createReadStream('', { fd: handle, ...range })
    },
    remove: key => rm(pathOf(key), { force: true }),
    free: async () => {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}
