// A program that is kept running: what is written down when it falls, and that only one that is silent itself is put down.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createLog } from '../../../../server/log.ts'
import {
  type KeptProgram,
  keepProgram,
  programWords,
} from '../../../../server/modules/conference/kept-program.ts'

const word = z.discriminatedUnion('say', [...programWords])
type Order = { do: 'configure' } | { do: 'fall'; how: 'throw' | 'hang' }

/** Falls when it is told to. */
const SOURCE = `
process.on('message', ({ do: what, how, call }) => {
  if (what === 'configure') process.send({ say: 'ready' })
  if (what === 'ping') process.send({ say: 'pong', call })
  if (how === 'throw') setImmediate(() => { throw new Error('the native part is broken') })
  if (how === 'hang') for (;;);
})
process.on('disconnect', () => process.exit(0))
`
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-program-'))
  await writeFile(join(folder, 'program.mjs'), SOURCE)
})
afterAll(() => rm(folder, { recursive: true }))

let kept: KeptProgram<Order, z.output<typeof word>>
let restarts: number
const log = createLog({ logLevel: 'silent' })
const warn = vi.spyOn(log, 'warn')
beforeEach(async () => {
  restarts = 0
  warn.mockReset()
  kept = keepProgram<Order, z.output<typeof word>>({
    program: join(folder, 'program.mjs'),
    word,
    configure: { do: 'configure' },
    log,
    names: { missing: 'missing', fell: 'It fell over' },
    onWord: () => {},
    onRestarted: () => restarts++,
    pingMs: 500,
  })
  expect(await kept.warm()).toBe('up')
})
afterEach(() => kept.stop())

const again = () => vi.waitFor(() => expect(restarts).toBe(1), 15_000)
const written = () => vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1), 15_000)

test('one that throws is started again, and its last lines stand in the log', async () => {
  kept.tell({ do: 'fall', how: 'throw' })
  await again()
  await written()
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({
      exitCode: 1,
      signal: null,
      silent: false,
      said: expect.arrayContaining([expect.stringContaining('the native part is broken')]),
    }),
    'It fell over',
  )
})

test('one that is killed leaves its signal', async () => {
  process.kill(kept.pid() ?? Number.NaN, 'SIGSEGV')
  await again()
  await written()
  expect(warn.mock.lastCall?.[0]).toMatchObject({ exitCode: null, signal: 'SIGSEGV', silent: false })
})

test('one that hangs is put down', { timeout: 20_000 }, async () => {
  kept.tell({ do: 'fall', how: 'hang' })
  await again()
  await written()
  expect(warn.mock.lastCall?.[0]).toMatchObject({ signal: 'SIGKILL', silent: true })
})

test('one that answers outlives a server that stood still', { timeout: 20_000 }, async () => {
  const pid = kept.pid()
  // Longer than a silent one is borne.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000)
  await new Promise(resolve => setTimeout(resolve, 1_500))
  expect(kept.pid()).toBe(pid)
  expect(warn).not.toHaveBeenCalled()
})
