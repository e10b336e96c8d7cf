// The face engine's part of the environment: a program of its own, which the operator installs where faces are wanted.
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { type Complain, type Read, row } from '../../settings/setting.ts'
import type { WorkerSettings } from './worker-engine.ts'

/** Runs as a process of its own; nothing here takes from it. */
const BUILT_IN = fileURLToPath(new URL('./face-api-worker.ts', import.meta.url))

const path = z.string().check(z.minLength(1), z.maxLength(1_000))

/** Rows of the table of settings. */
export const faceTable = {
  folder: row(
    'FACE_ENGINE_DIR',
    'Folder into which `@vladmandic/face-api` was installed; without it no engine compares faces',
    path,
  ),
  program: row(
    'FACE_ENGINE_PROGRAM',
    'Another program than the built-in one that compares faces; it is started with FACE_ENGINE_DIR as its argument',
    path,
  ),
} as const

export type FaceConfig = Pick<WorkerSettings, 'program' | 'folder'>

/** Undefined: no engine. */
export function readFaces(read: Read, complain: Complain): FaceConfig | undefined {
  const folder = read(faceTable.folder)
  const program = read(faceTable.program)
  if (folder === undefined && program === undefined) return undefined
  if (folder === undefined || !existsSync(folder) || !statSync(folder).isDirectory()) {
    complain(`${faceTable.folder.name}: must be a folder`)
    return undefined
  }
  if (program !== undefined && !existsSync(program)) {
    complain(`${faceTable.program.name}: ${program} is not there`)
    return undefined
  }
  return { folder, program: program ?? BUILT_IN }
}
