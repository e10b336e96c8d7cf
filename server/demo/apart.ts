// Fills the demo in a process of its own: what half a million rows take in memory is given back when it ends.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type Data, WHOLE } from '../db/scoped.ts'
import { logLevel } from '../settings/installation.ts'
import { hasDemo } from './demo.ts'

/** What the process is told; keys and passwords do not stand among its arguments, which others can read. */
export const demoOrder = z.object({
  appUrl: z.string(),
  ownerUrl: z.string(),
  /** Hexadecimal. */
  deviceKey: z.string(),
  filesDir: z.string(),
  logLevel,
})

type Given = Omit<z.infer<typeof demoOrder>, 'deviceKey'> & { data: Data; deviceKey: Buffer }

/** Fills an empty database with the demo; does nothing to one that has it. */
export async function seedDemoApart({ data, deviceKey, ...given }: Given): Promise<void> {
  if (await data.scoped(WHOLE, hasDemo)) return
  const child = fork(join(import.meta.dirname, 'seed-process.ts'), [], { execArgv: [] })
  child.send({ ...given, deviceKey: deviceKey.toString('hex') } satisfies z.infer<typeof demoOrder>)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The demo could not be made; the log says why')
}
