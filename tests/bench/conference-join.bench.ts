// Two browsers in a room of the built-in service: from going in to the first decoded frame, from the camera to its three
// layers, from another size of a tile to the layer that fits it, and what froze meanwhile; and until it is seen who speaks.
import { setTimeout as wait } from 'node:timers/promises'
import { startConsole } from '../console-process.ts'
import { openDatabase } from './database.ts'
import { type Bench, quantile } from './figures.ts'
import { speakerMarks, startLightGuests, ticketsFor } from './light-guests.ts'
import {
  CAMERA,
  enterRoom,
  framesSince,
  freshRoom,
  longestGap,
  openRoomBrowser,
  openRoomPage,
  pageNow,
  press,
  received,
  until,
  widthsAsked,
} from './room-pages.ts'

const JOINS = Number(process.env.CONFERENCE_JOINS ?? 12)
const GUESTS = 5
const SWITCHES = Number(process.env.CONFERENCE_SWITCHES ?? 8)
const [WIDE, NARROW] = [
  { width: 1600, height: 900 },
  { width: 420, height: 800 },
]

const bench: Bench = {
  name: `Joining a conference (${JOINS} times) and changing the layer (${SWITCHES} times)`,
  async run() {
    const server = await startConsole({ CONFERENCE_ADDRESS: '127.0.0.1' })
    const client = await openDatabase(server)
    const browser = await openRoomBrowser()
    const guests = startLightGuests()
    try {
      const roomId = freshRoom()
      const { page: sender } = await openRoomPage(browser, server.url, 'admin')
      await enterRoom(sender, roomId)
      const { page: viewer } = await openRoomPage(browser, server.url, 'property', WIDE)
      await enterRoom(viewer, roomId)
      await press(sender, CAMERA)
      const layers = await until('three layers', 20_000, async () => (await received(sender)).layers === 3)
      await until('the large layer', 20_000, async () =>
        (await received(viewer)).widths.some(one => one > 600),
      )

      const switches: number[] = []
      const gaps: number[] = []
      for (let count = 0; count < SWITCHES; count++) {
        await wait(2_500)
        const since = await pageNow(viewer)
        const small = count % 2 === 0
        await viewer.setViewportSize(small ? NARROW : WIDE)
        await until('another width', 20_000, async () => {
          const shown = await framesSince(viewer, since)
          return shown.some(({ width }) => (small ? width < 600 : width > 600))
        })
        await wait(500)
        const shown = await framesSince(viewer, since)
        const asked = (await widthsAsked(viewer)).filter(({ at }) => at >= since).at(-1)
        const first = shown.find(({ width }) => (small ? width < 600 : width > 600))
        // What a person waits for is more than they have: less is never seen to come late.
        if (asked && first && !small) switches.push(first.at - asked.at)
        gaps.push(longestGap(shown))
      }

      const joins: number[] = []
      for (let count = 0; count < JOINS; count++) {
        await viewer.goto('about:blank')
        await wait(1_000 + Math.random() * 400)
        await viewer.goto(`${server.url}/#/DeviceList`)
        await viewer.waitForSelector('nav')
        await wait(1_500)
        const began = await enterRoom(viewer, roomId)
        await until('a frame', 20_000, async () => (await framesSince(viewer, began)).length > 0)
        joins.push(((await framesSince(viewer, began))[0]?.at ?? Number.NaN) - began)
      }
      const tickets = await ticketsFor(server, client, roomId, GUESTS)
      await guests.tell({ do: 'join', tickets, room: { audio: GUESTS + 1, video: GUESTS + 1 } })
      await viewer
        .getByText(tickets.at(-1)?.displayName ?? '')
        .first()
        .waitFor()
      await wait(3_000)
      const marks = await speakerMarks(viewer, guests, tickets)
      return {
        figures: [
          {
            label: 'join to the first frame, 95 of 100 within',
            value: quantile(joins, 0.95),
            unit: 'ms',
            target: { atMost: 1000 },
          },
          { label: 'join to the first frame, half within', value: quantile(joins, 0.5), unit: 'ms' },
          { label: 'camera to three layers', value: layers, unit: 'ms', target: { atMost: 4000 } },
          {
            label: 'asked for more to the larger layer',
            value: quantile(switches, 0.5),
            unit: 'ms',
            target: { atMost: 300 },
          },
          { label: 'longest of these', value: Math.max(...switches), unit: 'ms' },
          {
            label: 'longest pause between frames at a change',
            value: Math.max(...gaps),
            unit: 'ms',
            target: { atMost: 500 },
          },
          {
            label: 'somebody speaks to being marked, 95 of 100 within',
            value: quantile(marks, 0.95),
            unit: 'ms',
            target: { atMost: 600 },
          },
        ],
      }
    } catch (error) {
      console.error(server.said())
      throw error
    } finally {
      guests.stop()
      await browser.close()
      await client.end()
      await server.stop()
    }
  },
}
export default bench
