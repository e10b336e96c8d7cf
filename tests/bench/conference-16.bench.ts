// Sixteen in a room, everybody with a tile of everybody: what the program that carries the media costs, whether anything is
// lost for good, and how soon a speaker is marked.
import { setTimeout as wait } from 'node:timers/promises'
import { startConsole } from '../console-process.ts'
import { openDatabase } from './database.ts'
import { type Bench, type Figure, quantile } from './figures.ts'
import { hasJanus, ownAddress, startJanus } from './janus.ts'
import {
  cpuSeconds,
  type LightGuests,
  mediaPid,
  speakerMarks,
  startLightGuests,
  ticketsFor,
} from './light-guests.ts'
import {
  CAMERA,
  enterRoom,
  freshRoom,
  openRoomBrowser,
  openRoomPage,
  press,
  received,
  until,
} from './room-pages.ts'

const GUESTS = 14
const TILE = 240
const SECONDS = Number(process.env.CONFERENCE_SECONDS ?? 30)
const TURNS = 6

/** Microseconds of a core for each packet that participants get, while nothing else changes. */
async function costOf(guests: LightGuests, pid: number): Promise<{ cost: number; rate: number }> {
  await wait(5_000)
  const [cpu, before, began] = [cpuSeconds(pid), await guests.tell({ do: 'sums' }), performance.now()]
  await wait(SECONDS * 1000)
  const after = await guests.tell({ do: 'sums' })
  const packets = after.packets - before.packets
  return {
    cost: ((cpuSeconds(pid) - cpu) * 1e6) / packets,
    rate: packets / ((performance.now() - began) / 1000),
  }
}

/** The same synthetic participants alone, first over the own program, then over Janus. */
async function besideJanus(guests: LightGuests, media: number): Promise<Figure[]> {
  const address = ownAddress()
  if (!hasJanus() || address === undefined) {
    console.log('  Janus is not installed here: measured without it beside')
    return []
  }
  const own = await costOf(guests, media)
  await guests.tell({ do: 'leave' })
  const janus = await startJanus(GUESTS)
  try {
    await guests.tell({ do: 'janus', url: janus.url, address, count: GUESTS })
    const theirs = await costOf(guests, janus.pid)
    return [
      { label: 'without browsers, packets', value: own.rate, unit: '/s' },
      { label: 'the same over Janus', value: theirs.rate, unit: '/s', target: { atLeast: 1000 } },
      { label: 'core for each packet', value: own.cost, unit: 'µs' },
      { label: 'the same of Janus', value: theirs.cost, unit: 'µs' },
      { label: 'of what Janus takes', value: own.cost / theirs.cost, unit: '×', target: { atMost: 1.1 } },
    ]
  } finally {
    await janus.stop()
  }
}

const bench: Bench = {
  name: `Sixteen in a conference, all tiles (${SECONDS} s)`,
  async run() {
    const server = await startConsole({ CONFERENCE_ADDRESS: '127.0.0.1' })
    const client = await openDatabase(server)
    const browser = await openRoomBrowser()
    const guests = startLightGuests()
    try {
      const roomId = freshRoom()
      const pages = []
      for (const user of ['admin', 'property']) {
        const { page } = await openRoomPage(browser, server.url, user)
        await enterRoom(page, roomId)
        await press(page, CAMERA)
        pages.push(page)
      }
      const [page] = pages
      if (!page) throw new Error('There is no browser')
      const tickets = await ticketsFor(server, client, roomId, GUESTS)
      await guests.tell({ do: 'join', tickets, room: { audio: GUESTS + 1, video: GUESTS + 1 } })
      await until('everybody knows everybody', 60_000, async () =>
        (await guests.tell({ do: 'sums' })).members.every(count => count === GUESTS + 1),
      )
      await guests.tell({ do: 'watch', width: TILE })
      await wait(5_000)

      const media = mediaPid(server)
      const [cpu, before, seen] = [cpuSeconds(media), await guests.tell({ do: 'sums' }), await received(page)]
      const began = performance.now()
      await wait(SECONDS * 1000)
      const seconds = (performance.now() - began) / 1000
      const share = (100 * (cpuSeconds(media) - cpu)) / seconds
      const [after, seenAfter] = [await guests.tell({ do: 'sums' }), await received(page)]

      const marks = await speakerMarks(page, guests, tickets.slice(0, TURNS))
      // The count asks again itself for what is missing: what is a moment old may still come.
      await wait(1_000)
      const lost = (await guests.tell({ do: 'sums' })).lost
      const packets = after.packets - before.packets
      const figures: Figure[] = [
        { label: 'media program, of a core', value: share, unit: '%', target: { atMost: 50 } },
        {
          label: 'packets to the synthetic participants',
          value: packets / seconds,
          unit: '/s',
          target: { atLeast: 1000 },
        },
        { label: 'of these lost for good', value: lost, unit: 'packets', target: { atMost: 0 } },
        {
          label: 'frames a second in one browser, all tiles',
          value: (seenAfter.frames - seen.frames) / seconds,
          unit: '/s',
        },
        {
          // Two browsers decode thirty pictures here; what the service takes of it is in `conference-join`.
          label: 'speaker marked meanwhile, half within',
          value: quantile(marks, 0.5),
          unit: 'ms',
        },
      ]
      for (const one of pages) await one.close()
      const beside = await besideJanus(guests, media)
      return { figures: [...figures, ...beside] }
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
