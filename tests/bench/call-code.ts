// Which built files only calls need: they must not weigh on anything before the first call.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const entries = z.record(z.string(), z.object({ file: z.string(), isDynamicEntry: z.optional(z.boolean()) }))
const CALL_CODE = /^src\/(app\/call-part\.tsx|platform\/rtc\/|features\/intercom\/)/

/** Names of the built files that only calls need. */
export function callFiles(): string[] {
  const path = join(import.meta.dirname, '../../dist/.vite/manifest.json')
  const built = z.parse(entries, JSON.parse(readFileSync(path, 'utf8')))
  const files = Object.entries(built).flatMap(([source, { file, isDynamicEntry }]) =>
    isDynamicEntry && CALL_CODE.test(source) ? [file] : [],
  )
  if (!built['src/app/call-part.tsx']?.isDynamicEntry) throw new Error('Calls have no file of their own')
  return files
}
