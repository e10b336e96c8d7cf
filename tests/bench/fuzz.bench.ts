// Mutated packets in rounds: what the server holds afterwards, and how long an SOS waits for its acknowledgement meanwhile.
// ROUNDS and MUTATIONS set how many.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { createChance } from '../../server/simulator/random.ts'
import { connectClient } from '../mqtt-client.ts'
import { sendMutated } from '../server/broker/mutated-packets.ts'
import { type Bench, median, quantile } from './figures.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const MUTATIONS = Number(process.env.MUTATIONS ?? 8_000)
const CANARY_MS = 100
/** So much a round may add once the first has been. */
const GROWTH_MB = 10

const credentials = z.object({ imei: z.string(), secret: z.string() })
const started = z.object({ port: z.int(), devices: z.array(credentials) })
const held = z.object({
  rss: z.number(),
  heapTotal: z.number(),
  heapUsed: z.number(),
  external: z.number(),
  arrayBuffers: z.number(),
  stalled: z.number(),
})
const MB = 1024 * 1024

async function answerOf<Schema extends z.ZodMiniType>(child: ChildProcess, schema: Schema) {
  const [message] = await once(child, 'message')
  return z.parse(schema, message)
}

/** Says SOS again and again, one device for all; answers how long each took when it is stopped. */
function sing(client: Awaited<ReturnType<typeof connectClient>>, imei: string) {
  const took: number[] = []
  let singing = true
  const song = (async () => {
    while (singing) {
      const begin = performance.now()
      const body = JSON.stringify({ code: '3001', type: 15, time: Date.now() })
      await client.publishAsync(`sfwatch/${imei}/server`, body, { qos: 1 })
      took.push(performance.now() - begin)
      await wait(CANARY_MS)
    }
  })()
  return async () => {
    singing = false
    await song
    return took
  }
}

const bench: Bench = {
  name: `Fuzz: ${ROUNDS} rounds of ${MUTATIONS} mutated packets, and an SOS every ${CANARY_MS} ms`,
  async run() {
    const child = fork(join(import.meta.dirname, 'fuzzed-server.ts'), {
      execArgv: [...process.execArgv, '--expose-gc'],
    })
    try {
      const { port, devices } = await answerOf(child, started)
      const [bird, ...noise] = devices
      if (!bird) throw new Error('There is no device')
      const client = await connectClient(`mqtt://127.0.0.1:${port}`, {
        clientId: bird.imei,
        username: bird.imei,
        password: bird.secret,
      })
      const measure = () => {
        child.send('measure')
        return answerOf(child, held)
      }
      const chance = createChance(20261123)
      // The first calls of everything are not what is measured.
      for (let n = 0; n < 20; n++)
        await client.publishAsync(`sfwatch/${bird.imei}/server`, '{"code":"1002"}', { qos: 1 })
      await measure()
      const quiet = sing(client, bird.imei)
      await wait(5000)
      const alone = await quiet()
      const rounds = [await measure()]
      const canary: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const stop = sing(client, bird.imei)
        await sendMutated(port, noise, MUTATIONS, chance)
        canary.push(...(await stop()))
        rounds.push(await measure())
      }
      await client.endAsync()
      const table = rounds.map(({ stalled, ...bytes }, round) => ({
        round,
        ...Object.fromEntries(
          Object.entries(bytes).map(([name, value]) => [`${name} MB`, Math.round(value / MB)]),
        ),
        'stalled ms': Math.round(stalled),
      }))
      console.table(table)
      const last = rounds.at(-1)
      const [before, first] = rounds
      if (!last || !before || !first) throw new Error('Nothing was measured')
      const growth = (of: 'rss' | 'heapUsed' | 'arrayBuffers') => (last[of] - first[of]) / MB / (ROUNDS - 1)
      const flat = { atMost: GROWTH_MB }
      return {
        figures: [
          { label: 'memory before', value: before.rss / MB, unit: 'MB' },
          { label: 'memory after the first round', value: first.rss / MB, unit: 'MB' },
          { label: 'memory after the last', value: last.rss / MB, unit: 'MB' },
          { label: 'grown by each further round', value: growth('rss'), unit: 'MB', target: flat },
          { label: 'of it heap', value: growth('heapUsed'), unit: 'MB', target: { atMost: 1 } },
          { label: 'of it buffers', value: growth('arrayBuffers'), unit: 'MB', target: { atMost: 1 } },
          { label: 'SOS to PUBACK alone, median', value: median(alone), unit: 'ms' },
          { label: 'SOS to PUBACK alone, slowest', value: Math.max(...alone), unit: 'ms' },
          {
            label: 'SOS to PUBACK meanwhile, median',
            value: median(canary),
            unit: 'ms',
            target: { atMost: 50 },
          },
          { label: 'of a hundred the slowest', value: quantile(canary, 0.99), unit: 'ms' },
          { label: 'the slowest', value: Math.max(...canary), unit: 'ms' },
        ],
      }
    } finally {
      child.send('stop')
      await once(child, 'exit')
    }
  },
}
export default bench
