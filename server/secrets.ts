// The one secret of the installation and the keys derived from it. Made at the first start, readable by the owner only.
import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'

export interface Secrets {
  /** 32 bytes for one purpose, the same at every start; keys of different purposes tell nothing of each other. */
  keyFor(purpose: string): Buffer
}

const LEAST_CHARACTERS = 32
const PLACEHOLDER = /change.?me|default|example|secret.?key|password|placeholder|0{16}|1234567890/i

const fileSchema = z.object({ secretKey: z.string().check(z.minLength(LEAST_CHARACTERS)), demo: z.boolean() })

/**
 * Takes the given secret, else the stored one, else makes one.
 * Outside demo mode a placeholder is refused, and so is a folder filled in demo mode: its accounts have public passwords.
 */
export function readSecrets(from: {
  file: string
  given: string | undefined
  demo: boolean
}): Secrets | { refused: string } {
  const stored = readStored(from.file)
  if (stored && 'refused' in stored) return stored
  if (stored?.demo && !from.demo) {
    const folder = dirname(from.file)
    return {
      refused: `DATA_DIR: ${folder} was made in demo mode and holds accounts with public passwords; use another folder`,
    }
  }
  if (from.given !== undefined && !from.demo) {
    if (from.given.length < LEAST_CHARACTERS)
      return { refused: `SECRET_KEY: must have at least ${LEAST_CHARACTERS} characters` }
    if (PLACEHOLDER.test(from.given)) return { refused: 'SECRET_KEY: looks like a default; use a random one' }
  }
  const made = stored ?? { secretKey: randomBytes(32).toString('base64url'), demo: from.demo }
  if (!stored) {
    try {
      store(from.file, made)
    } catch (error) {
      return {
        refused: `DATA_DIR: ${from.file} cannot be written (${error instanceof Error ? error.message : error})`,
      }
    }
  }
  const root = from.given ?? made.secretKey
  return { keyFor: purpose => Buffer.from(hkdfSync('sha256', root, 'gatehouse', purpose, 32)) }
}

function readStored(file: string): z.output<typeof fileSchema> | { refused: string } | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    return { refused: `DATA_DIR: ${file} cannot be read` }
  }
  try {
    return z.parse(fileSchema, JSON.parse(text))
  } catch {
    return { refused: `DATA_DIR: ${file} is damaged; restore it, or every key made from it is lost` }
  }
}

function store(file: string, content: z.output<typeof fileSchema>): void {
  // Passable but not listable: the database runs as another user when this one is root.
  mkdirSync(dirname(file), { recursive: true, mode: 0o711 })
  // Renamed into place, so that a power cut leaves either no secret or a whole one.
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(unfinished, file)
}
