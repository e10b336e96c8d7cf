// What cameras recorded, six at once on one clock: how soon a moment is there that was sought, how far the players are apart while
// they play, and what a killed program loses.
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import { startSimulatedCameras } from '../../server/simulator/cameras/rtsp-server.ts'
import { sceneNames } from '../../server/simulator/cameras/scenes.ts'
import { lostOfKilled } from '../server/modules/camera-recording/killed-program.ts'
import { PASSWORD, startServer } from '../server/start.ts'
import { ACCOUNT_FIELD, follow, openBrowser, SCREEN } from './browser.ts'
import { type Bench, median, quantile } from './figures.ts'

const CAMERAS = 6
const RECORDED_MS = 40_000
const SEEKS = 20
const KILLS = 6
const PLAYED_MS = 10_000
const SHOWN = 'video:not([style*="none"])'

interface Lane {
  stretches: { from: number; to: number }[]
  writingFrom: number | null
}

async function until(what: string, ms: number, ask: () => boolean | Promise<boolean>): Promise<void> {
  const began = performance.now()
  while (!(await ask())) {
    if (performance.now() - began > ms) throw new Error(`not in time: ${what}`)
    await wait(50)
  }
}

/** Presses a key of the page; milliseconds until all pictures show the moment where the clock is then. */
const seek = (page: Page, key: string): Promise<number> =>
  page.evaluate(
    async ([pressed, shown]) => {
      const slider = document.querySelector('[role="slider"]')
      const began = performance.now()
      document.dispatchEvent(new KeyboardEvent('keydown', { key: pressed }))
      await new Promise(requestAnimationFrame)
      for (;;) {
        const at = Number(slider?.getAttribute('aria-valuenow'))
        const there = [...document.querySelectorAll<HTMLVideoElement>(shown)].filter(
          video =>
            !video.seeking &&
            video.readyState >= 2 &&
            Math.abs(Number(video.dataset.from) + video.currentTime * 1000 - at) < 80,
        )
        if (there.length === 6) return performance.now() - began
        if (performance.now() - began > 20_000) throw new Error('A moment that was sought did not come')
        await new Promise(requestAnimationFrame)
      }
    },
    [key, SHOWN] as const,
  )

/** Milliseconds between the first and the last picture, several times a second. */
const spreads = (page: Page, ms: number): Promise<number[]> =>
  page.evaluate(
    async ([lasting, shown]) => {
      const found: number[] = []
      for (const end = performance.now() + lasting; performance.now() < end; ) {
        const moments = [...document.querySelectorAll<HTMLVideoElement>(shown)]
          .filter(video => !video.seeking && !video.paused)
          .map(video => Number(video.dataset.from) + video.currentTime * 1000)
        if (moments.length === 6) found.push(Math.max(...moments) - Math.min(...moments))
        await new Promise(resolve => setTimeout(resolve, 100))
      }
      return found
    },
    [ms, SHOWN] as const,
  )

const bench: Bench = {
  name: `${CAMERAS} recorded cameras on one clock`,
  async run() {
    const simulated = await startSimulatedCameras()
    const server = await startServer({ CONFERENCE_ADDRESS: '127.0.0.1', CAMERA_LOOPBACK: 'on' })
    const browser = await openBrowser()
    try {
      await server.sql(async sql => {
        await sql.change(`update tenant set camera_networks = '127.0.0.0/8'`)
        await sql.change(`update alarm set status = 'handled'`)
        await sql.change('delete from card_notice')
      })
      const call = async <Data>(path: string, body: unknown): Promise<Data> => {
        const { code, id, data } = await server.call(`/api/device/camera/${path}`, {
          token: server.tokens.admin,
          body,
        })
        if (code !== 0) throw new Error(`${path}: ${id}`)
        return data as Data
      }
      const ids: number[] = []
      for (let index = 0; index < CAMERAS; index++) {
        const mainAddress = `rtsp://127.0.0.1:${simulated.port}/${sceneNames[index % sceneNames.length]}`
        const camera = { source: 'rtsp', mainAddress, talks: false, enabled: true }
        ids.push((await call<{ id: number }>('save', { name: `Camera ${index}`, ...camera })).id)
      }
      const set = async (mode: string) => {
        for (const cameraId of ids)
          await call('recordings/save', {
            ...{ cameraId, mode, weekly: [], beforeSeconds: 0, afterSeconds: 10, days: 1 },
          })
      }
      const lanes = async () => {
        const period = { from: Date.now() - 3_600_000, to: Date.now() + 60_000 }
        return (await call<{ lanes: Lane[] }>('recorded', { cameraIds: ids, ...period })).lanes
      }
      await set('always')
      await until('six are recorded', 30_000, async () =>
        (await lanes()).every(({ writingFrom }) => writingFrom !== null),
      )
      const began = Math.max(...(await lanes()).map(({ writingFrom }) => writingFrom ?? 0))
      await wait(RECORDED_MS)
      await set('off')
      await until('six are kept', 30_000, async () =>
        (await lanes()).every(({ stretches }) => stretches.length > 0),
      )
      // Of a program whose pictures are known to the last one.
      const lost: number[] = []
      for (let nth = 0; nth < KILLS; nth++) lost.push(await lostOfKilled(45 + nth * 3))

      const page = await (await browser.newContext({ viewport: SCREEN })).newPage()
      await page.addInitScript(() => localStorage.setItem('lang', 'en'))
      await page.goto(server.url)
      await page.fill(ACCOUNT_FIELD, 'admin')
      await page.fill('input[name="password"]', PASSWORD)
      await page.click('button[type="submit"]')
      await page.waitForFunction(() => localStorage.getItem('token') !== null && location.hash !== '#/login')
      await follow(page, `/monitoringVideo?cameras=${ids.join(',')}&at=${began + RECORDED_MS / 2}`)
      await page.waitForFunction(
        shown =>
          [...document.querySelectorAll<HTMLVideoElement>(shown)].filter(one => one.readyState >= 2)
            .length === 6,
        SHOWN,
      )
      const sought: number[] = []
      for (let nth = 0; nth < SEEKS; nth++)
        sought.push(await seek(page, nth % 4 < 2 ? 'ArrowRight' : 'ArrowLeft'))
      await page.evaluate(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' })))
      // Players that begin are still brought together.
      await wait(3_000)
      const apart = await spreads(page, PLAYED_MS)
      return {
        figures: [
          {
            label: 'A moment that is sought, in all six, 95 %',
            value: quantile(sought, 0.95),
            unit: 'ms',
            target: { atMost: 500 },
          },
          { label: 'The same, median', value: median(sought), unit: 'ms' },
          { label: 'Players apart while they play, median', value: median(apart), unit: 'ms' },
          { label: 'The same, 95 %', value: quantile(apart, 0.95), unit: 'ms', target: { atMost: 160 } },
          {
            label: 'Lost of a killed program, the most',
            value: quantile(lost, 1),
            unit: 'ms',
            target: { atMost: 1_000 },
          },
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
      await simulated.stop()
    }
  },
}

export default bench
