// A room of two is recorded while the whole server is killed (kill -9): what of the last moments is lost once it has been started
// again and has taken up what lay there, and how long the player takes to show the picture of another moment.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import { joinConference } from '../../server/simulator/conference/participant.ts'
import type { RoomTicket } from '../../src/platform/conference/port.ts'
import { type ConsoleProcess, startConsole } from '../console-process.ts'
import { SCREEN } from './browser.ts'
import { type Bench, quantile } from './figures.ts'
import { openRoomBrowser, openRoomPage, until } from './room-pages.ts'

const KILLS = Number(process.env.RECORDING_KILLS ?? 3)
const SEEKS = Number(process.env.RECORDING_SEEKS ?? 20)
const RECORDED_MS = 12_000

interface Track {
  kind: string
  whose: string
  beginMs: number
  durationMs: number
}
interface Played {
  startedAt: number
  tracks: Track[]
}

async function person(server: ConsoleProcess, username: string) {
  let token = ''
  const call = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    token = response.headers.get('authorization') ?? token
    const answer = (await response.json()) as { code: number; msg?: string; data: Record<string, unknown> }
    if (answer.code !== 0) throw new Error(`${path}: ${answer.msg}`)
    return answer.data
  }
  await call('auth/auth/login', { username, password: DEMO_PASSWORD })
  return {
    call,
    recordings: async () => {
      const response = await fetch(`${server.url}/api/user/recording/page?sort=-startedAt`, {
        headers: { authorization: token },
      })
      return (
        (await response.json()) as { data: { list: { id: number; fileName: string; state: string }[] } }
      ).data.list
    },
  }
}

async function goIn(server: ConsoleProcess, username: string, roomId: string) {
  const { call } = await person(server, username)
  const ticket = (await call('device/conference/open', { roomId })) as unknown as RoomTicket
  return joinConference({
    ticket: { ...ticket, service: `${server.url}${ticket.service}` },
    audio: true,
    video: true,
    // They are gone with the server.
    onError: () => {},
  })
}

/** Records, kills, starts again; answers what was lost of each track in milliseconds, and which recording it is. */
async function killed(server: ConsoleProcess, again: () => Promise<ConsoleProcess>) {
  const roomId = String(10_000_000 + Math.floor(Math.random() * 80_000_000))
  const fileName = `web_${Date.now()}`
  const host = await goIn(server, 'admin', roomId)
  const other = await goIn(server, 'property', roomId)
  const storage = { Protocol: '', AccessKey: '', SecretKey: '', BucketName: '', FileKey: fileName }
  await host.command({
    cmd: 'sendtext',
    text: Buffer.from(JSON.stringify({ Cmd: 'StartRecord', Video: true, Storage: storage })).toString(
      'base64',
    ),
  })
  await until('the question', 10_000, async () => other.told.some(({ event }) => event === 'onconsent'))
  await other.command({ cmd: 'consent', yes: true })
  const since = await (async () => {
    await until('the recording', 10_000, async () =>
      host.told.some(one => one.event === 'onconfstate' && one.room.recordingSince !== null),
    )
    const told = host.told.find(one => one.event === 'onconfstate' && one.room.recordingSince !== null)
    return (told?.event === 'onconfstate' && told.room.recordingSince) || Date.now()
  })()
  // Anywhere between two seconds.
  await wait(RECORDED_MS + Math.random() * 1_000)
  process.kill(server.pid, 'SIGKILL')
  const killedAt = Date.now()
  host.vanish()
  other.vanish()
  const running = await again()
  const { call, recordings } = await person(running, 'admin')
  let id = 0
  await until('the recording to be whole', 90_000, async () => {
    const row = (await recordings()).find(one => one.fileName === fileName)
    if (row?.state === 'failed') throw new Error('the recording failed')
    id = row?.id ?? 0
    return row?.state === 'ready'
  })
  const played = (await call('user/recording/play', { id })) as unknown as Played
  const lost = played.tracks.map(({ beginMs, durationMs }) => killedAt - since - (beginMs + durationMs))
  return { running, id, lost, tracks: played.tracks.length }
}

/** Milliseconds until the large picture shows the moment that was asked for. */
async function seeks(server: ConsoleProcess, id: number): Promise<number[]> {
  const browser = await openRoomBrowser()
  try {
    const { page } = await openRoomPage(browser, server.url, 'admin', SCREEN)
    await page.goto(`${server.url}/#/VCRList?play=${id}`)
    await page.waitForFunction(
      () => [...document.querySelectorAll('video')].filter(one => one.readyState >= 2).length >= 2,
      undefined,
      { timeout: 30_000 },
    )
    const took: number[] = []
    for (let at = 0; at < SEEKS; at++) {
      // Far apart, back and forth.
      const share = 0.1 + 0.8 * ((at * 0.618) % 1)
      took.push(
        await page.evaluate(async to => {
          const slider = document.querySelector<HTMLInputElement>('input[type="range"]')
          const videos = [...document.querySelectorAll('video')]
          if (!slider) throw new Error('There is no time line')
          const began = performance.now()
          const shown = Promise.all(
            videos.map(
              video =>
                new Promise<number>(resolve => {
                  video.requestVideoFrameCallback(now => resolve(now))
                }),
            ),
          )
          const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
          set?.call(slider, String(Math.round(Number(slider.max) * to)))
          slider.dispatchEvent(new Event('input', { bubbles: true }))
          slider.dispatchEvent(new Event('change', { bubbles: true }))
          return Math.max(...(await shown)) - began
        }, share),
      )
      await wait(300)
    }
    return took
  } finally {
    await browser.close()
  }
}

const bench: Bench = {
  name: `A recording whose server is killed (${KILLS} times), and going to another moment of it (${SEEKS} times)`,
  async run() {
    const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-recording-'))
    const start = () => startConsole({ DATA_DIR: dataDir, CONFERENCE_ADDRESS: '127.0.0.1' })
    let running: ConsoleProcess | undefined = await start()
    try {
      const lost: number[] = []
      let tracks = 0
      let last = 0
      for (let count = 0; count < KILLS; count++) {
        const result = await killed(running, start)
        running = result.running
        lost.push(...result.lost)
        tracks = result.tracks
        last = result.id
      }
      const took = await seeks(running, last)
      return {
        figures: [
          { label: 'tracks of each', value: tracks, unit: '', target: { atLeast: 4 } },
          { label: 'lost at most', value: Math.max(...lost), unit: 'ms', target: { atMost: 1_000 } },
          { label: 'lost in the middle', value: quantile(lost, 0.5), unit: 'ms' },
          {
            label: 'another moment shown, 95 %',
            value: quantile(took, 0.95),
            unit: 'ms',
            target: { atMost: 500 },
          },
          { label: 'another moment shown, middle', value: quantile(took, 0.5), unit: 'ms' },
        ],
      }
    } finally {
      await running?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}
export default bench
