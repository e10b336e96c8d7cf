// The program that carries media is killed while two browsers are in a room: how soon they see each other again, and whether
// they are as they were.
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { startConsole } from '../console-process.ts'
import { type Bench, quantile } from './figures.ts'
import { mediaPid } from './light-guests.ts'
import {
  CAMERA,
  enterRoom,
  framesSince,
  freshRoom,
  openRoomBrowser,
  openRoomPage,
  pageNow,
  press,
  received,
  until,
} from './room-pages.ts'

const KILLS = Number(process.env.CONFERENCE_KILLS ?? 4)
const MUTED = /^(Microphone muted|麦克风.?已静音)/

const bench: Bench = {
  name: `The media program killed (${KILLS} times)`,
  async run() {
    const server = await startConsole({ CONFERENCE_ADDRESS: '127.0.0.1' })
    const browser = await openRoomBrowser()
    try {
      const roomId = freshRoom()
      const pages = []
      for (const user of ['admin', 'property']) {
        const { page } = await openRoomPage(browser, server.url, user)
        await enterRoom(page, roomId)
        await press(page, CAMERA)
        pages.push(page)
      }
      for (const page of pages)
        await until('a picture', 20_000, async () => (await received(page)).widths.length > 0)
      const backs: number[] = []
      let [ghosts, unmuted] = [0, 0]
      for (let count = 0; count < KILLS; count++) {
        await wait(3_000)
        const media = mediaPid(server)
        process.kill(media, 'SIGKILL')
        // Counted from where frames of before have been drawn.
        await wait(300)
        const marks = await Promise.all(pages.map(page => pageNow(page)))
        const began = performance.now()
        await Promise.all(
          pages.map((page, index) =>
            until(
              'a picture again',
              20_000,
              async () => (await framesSince(page, marks[index] ?? 0)).length > 3,
            ),
          ),
        )
        backs.push(performance.now() - began + 300)
        for (const page of pages) {
          const tiles = await page.locator('ul[aria-label] > li:has(video)').count()
          if (tiles !== 2) ghosts++
          if ((await page.getByRole('button', { name: MUTED }).count()) === 0) unmuted++
        }
      }
      return {
        figures: [
          { label: 'pictures back, worst', value: Math.max(...backs), unit: 'ms', target: { atMost: 5000 } },
          { label: 'pictures back, half within', value: quantile(backs, 0.5), unit: 'ms' },
          { label: 'somebody twice or missing', value: ghosts, unit: 'times', target: { atMost: 0 } },
          { label: 'back unmuted', value: unmuted, unit: 'times', target: { atMost: 0 } },
        ],
      }
    } catch (error) {
      console.error(server.said())
      throw error
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
