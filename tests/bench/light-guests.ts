// Starts synthetic participants of a room in a process of their own, and finds out what the server's media program costs.
import { type ChildProcess, fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Page } from 'playwright'
import * as z from 'zod/mini'
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import type { ConsoleProcess } from '../console-process.ts'
import { addPeopleLike } from './database.ts'
import { type LightAnswer, type LightOrder, lightAnswer } from './light-room.ts'
import { until } from './room-pages.ts'

export interface LightGuests {
  tell(order: LightOrder): Promise<LightAnswer>
  stop(): void
}

export function startLightGuests(): LightGuests {
  const child: ChildProcess = fork(join(import.meta.dirname, 'light-room.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    tell: order =>
      new Promise((resolve, reject) => {
        const gone = () => reject(new Error('the synthetic participants have ended'))
        child.once('exit', gone)
        child.once('message', raw => {
          child.off('exit', gone)
          resolve(z.parse(lightAnswer, raw))
        })
        child.send(order)
      }),
    stop: () => void child.kill('SIGKILL'),
  }
}

const wireTicket = z.object({
  service: z.string(),
  appKey: z.string(),
  accountName: z.string(),
  password: z.string(),
  displayName: z.string(),
  roomId: z.string(),
})
const opened = z.object({ code: z.literal(0), data: wireTicket })

/** As many colleagues of `admin` as are asked for, each with a ticket to the room. */
export async function ticketsFor(
  server: ConsoleProcess,
  client: pg.Client,
  roomId: string,
  count: number,
): Promise<z.output<typeof wireTicket>[]> {
  const tickets: z.output<typeof wireTicket>[] = []
  for (const username of await addPeopleLike(client, { like: 'admin', named: 'colleague', count })) {
    const login = await post(server, '/api/auth/auth/login', { username, password: DEMO_PASSWORD })
    const token = login.headers.get('authorization') ?? ''
    const answer = await post(server, '/api/device/conference/open', { roomId }, token)
    const { data } = z.parse(opened, await answer.json())
    tickets.push({ ...data, service: `${server.url}${data.service}` })
  }
  return tickets
}

const post = (server: ConsoleProcess, path: string, body: unknown, token?: string) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    body: JSON.stringify(body),
  })

/** The program below the server that carries media. */
export function mediaPid(server: ConsoleProcess): number {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1])
      const line = readFileSync(`/proc/${name}/cmdline`, 'latin1')
      if (parent === server.pid && line.includes('conference/sfu/program')) return Number(name)
    } catch {
      // It has ended meanwhile.
    }
  }
  throw new Error(`The program that carries media does not run, or there is no /proc:\n${server.said()}`)
}

const TICKS_PER_SECOND = 100
/** Seconds of a core that a process has used so far. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** One after the other speaks; how long until a page marks each. */
export async function speakerMarks(
  page: Page,
  guests: LightGuests,
  tickets: readonly { displayName: string }[],
): Promise<number[]> {
  const marks: number[] = []
  for (const [turn, { displayName }] of tickets.entries()) {
    const tile = page.locator(`[data-speaking] >> text=${displayName}`)
    await guests.tell({ do: 'speak', index: turn, loud: true })
    marks.push(await until(`${displayName} is marked`, 10_000, async () => (await tile.count()) > 0))
    await guests.tell({ do: 'speak', index: turn, loud: false })
    await wait(1_500)
  }
  return marks
}
