// A fleet of light devices in processes of its own, and what its bench asks of it. As a program it is one of those processes:
// node light-fleet.ts {"host","port","first","count","everyMs"}
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import * as z from 'zod/mini'
import { createLightDevice, type LightDevice } from '../light-device.ts'
import { imeiOf, SECRET } from './database.ts'

const part = z.object({
  host: z.string(),
  port: z.int(),
  first: z.int(),
  count: z.int(),
  /** Each says a reading so often; 0: nothing by itself. */
  everyMs: z.int(),
})
type Part = z.output<typeof part>

const order = z.object({ is: z.enum(['count', 'hello', 'cut', 'stop']), sosEach: z.optional(z.int()) })
type Order = z.output<typeof order>
const answer = z.object({ connected: z.int(), lost: z.int(), said: z.int(), cried: z.int() })
type Answer = z.output<typeof answer>

/** Sockets of one process, whose limit is 20,000 files on many machines. */
const MOST_OF_A_PROCESS = 5_000
/** Each address of the fleet has so many devices. */
const OF_AN_ADDRESS = 100

export interface LightFleet {
  counts(): Promise<Answer>
  /** Each says where it is; every so manieth cries for help too. Settles when all of it is acknowledged. */
  hello(sosEach?: number): Promise<Answer>
  /** Cuts all lines at once; they come back by themselves. */
  cut(): Promise<void>
  stop(): void
}

/** Starts devices `first` to `first + count - 1`; they connect from then on. */
export function startLightFleet(
  mqttUrl: string,
  { first = 1, count, everyMs = 0 }: { first?: number; count: number; everyMs?: number },
): LightFleet {
  const { hostname: host, port } = new URL(mqttUrl)
  const processes = Math.max(Math.ceil(count / MOST_OF_A_PROCESS), Math.min(availableParallelism(), 2))
  const each = Math.ceil(count / processes)
  const children = Array.from({ length: processes }, (_, n) => {
    const given: Part = {
      ...{ host, port: Number(port), everyMs, first: first + n * each },
      count: Math.min(each, count - n * each),
    }
    return fork(import.meta.filename, [JSON.stringify(given)])
  })
  const ask = (child: ChildProcess, asked: Order) =>
    new Promise<Answer>((resolve, reject) => {
      child.once('message', message => resolve(z.parse(answer, message)))
      child.once('exit', () => reject(new Error('A part of the fleet has ended')))
      child.send(asked)
    })
  const askAll = async (asked: Order): Promise<Answer> => {
    const answers = await Promise.all(children.map(child => ask(child, asked)))
    const sum = (of: keyof Answer) => answers.reduce((all, one) => all + one[of], 0)
    return { connected: sum('connected'), lost: sum('lost'), said: sum('said'), cried: sum('cried') }
  }
  return {
    counts: () => askAll({ is: 'count' }),
    hello: sosEach => askAll({ is: 'hello', ...(sosEach !== undefined && { sosEach }) }),
    cut: async () => void (await askAll({ is: 'cut' })),
    stop: () => {
      for (const child of children) child.kill()
    },
  }
}

function runPart({ host, port, first, count, everyMs }: Part): void {
  let said = 0
  let cried = 0
  let seq = 0
  const fleet: LightDevice[] = Array.from({ length: count }, (_, n) => {
    const from = `127.0.${1 + Math.floor((first + n) / OF_AN_ADDRESS / 250)}.${1 + (Math.floor((first + n) / OF_AN_ADDRESS) % 250)}`
    return createLightDevice({ host, port, imei: imeiOf(first + n), secret: SECRET, from })
  })
  const talk = (device: LightDevice, n: number) =>
    device
      .say({ code: '2001', time: Date.now(), values: { heartRate: 60 + (n % 40) } })
      .then(() => void said++)
  if (everyMs > 0)
    // Never in step with each other.
    for (const [n, device] of fleet.entries())
      setTimeout(() => {
        const say = () => device.isConnected() && void talk(device, n)
        say()
        setInterval(say, everyMs)
      }, Math.random() * everyMs)
  const counts = (): Answer => ({
    connected: fleet.filter(device => device.isConnected()).length,
    lost: fleet.reduce((sum, device) => sum + device.lost(), 0),
    ...{ said, cried },
  })
  process.on('message', async message => {
    const { is, sosEach } = z.parse(order, message)
    if (is === 'cut') for (const device of fleet) device.cut()
    if (is === 'hello') {
      seq++
      await Promise.all(
        fleet.map(async (device, n) => {
          const cries = sosEach !== undefined && (first + n) % sosEach === 0
          await Promise.all([
            device.say({ code: '1002', battery: 50 }).then(() => void said++),
            cries && device.say({ code: '3001', seq, type: 15, time: Date.now() }).then(() => void cried++),
          ])
        }),
      )
    }
    process.send?.(counts())
  })
}

const [given] = process.argv.slice(2)
if (import.meta.main && given !== undefined) runPart(z.parse(part, JSON.parse(given)))
