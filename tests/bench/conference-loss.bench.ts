// A conference over a bad line: with every twentieth packet lost, and with 500 kbit/s down. The line is a UDP relay of the
// benchmark between one browser and the server.
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import { startConsole } from '../console-process.ts'
import { openDatabase } from './database.ts'
import type { Bench } from './figures.ts'
import { startLightGuests, ticketsFor } from './light-guests.ts'
import {
  CAMERA,
  enterRoom,
  framesSince,
  freshRoom,
  MICROPHONE,
  openRoomBrowser,
  openRoomPage,
  pageNow,
  press,
  received,
  until,
} from './room-pages.ts'
import { openRelay, type UdpRelay } from './udp-relay.ts'

const SECONDS = Number(process.env.CONFERENCE_SECONDS ?? 20)
const GUESTS = 3
const NARROW_KILOBITS = 500
const WITHIN_MS = 5_000
/** Who pauses for longer is not shown. */
const GAP_MS = 500

/** When the speaker was back after the last pause of the first while; 0 for one who never was away. */
function backAfter(frames: readonly { at: number }[], since: number): number {
  if (!frames.some(({ at }) => at < since + WITHIN_MS)) return Number.NaN
  const ends = frames.filter(({ at }, index) => {
    const before = frames[index - 1]?.at ?? since
    return before < since + WITHIN_MS && at - before > GAP_MS
  })
  return (ends.at(-1)?.at ?? since) - since
}

/** All of the page's connections go through the relay. */
async function relayed(page: Page, relay: UdpRelay): Promise<void> {
  await page.exposeFunction('relayPort', (port: number) => relay.portFor(port))
  await page.addInitScript(() => {
    const ask: unknown = Reflect.get(window, 'relayPort')
    const portFor = async (port: number): Promise<number> => (typeof ask === 'function' ? ask(port) : port)
    const prototype = RTCPeerConnection.prototype
    const plain = prototype.setRemoteDescription
    prototype.setRemoteDescription = async function (description: RTCSessionDescriptionInit) {
      let sdp = description.sdp ?? ''
      for (const [whole, head, port, tail] of sdp.matchAll(
        /^(a=candidate:\S+ 1 UDP \d+ \S+ )(\d+)( typ host.*)$/gim,
      ))
        sdp = sdp.replace(whole, `${head}${await portFor(Number(port))}${tail}`)
      await Reflect.apply(plain, this, [{ ...description, sdp }])
    }
    // The server learns no address of the browser but the relay's.
    const listen = prototype.addEventListener
    prototype.addEventListener = function (this: RTCPeerConnection, ...args: Parameters<typeof listen>) {
      if (args[0] !== 'icecandidate') Reflect.apply(listen, this, args)
    }
  })
}

const bench: Bench = {
  name: `A conference over a bad line (${SECONDS} s each)`,
  async run() {
    const server = await startConsole({ CONFERENCE_ADDRESS: '127.0.0.1' })
    const client = await openDatabase(server)
    const browser = await openRoomBrowser()
    const guests = startLightGuests()
    const relay = openRelay()
    try {
      const roomId = freshRoom()
      const { page: speaker } = await openRoomPage(browser, server.url, 'admin')
      await enterRoom(speaker, roomId)
      await press(speaker, CAMERA)
      await press(speaker, MICROPHONE)
      const { page: viewer } = await openRoomPage(browser, server.url, 'property')
      await relayed(viewer, relay)
      await viewer.reload()
      await enterRoom(viewer, roomId)
      await until('a picture', 20_000, async () => (await received(viewer)).widths.length > 0)
      await wait(5_000)

      const speakers = (await framesSince(viewer, 0)).at(-1)?.track
      relay.state.loss = 0.05
      // The page notices it with its next report, and lets pictures wait for what is sent once more.
      await wait(WITHIN_MS)
      const [sent, came] = [await received(speaker), await received(viewer)]
      await wait(SECONDS * 1000)
      const [sentAfter, cameAfter] = [await received(speaker), await received(viewer)]
      const lostShare = 100 * (1 - (cameAfter.frames - came.frames) / (sentAfter.encoded - sent.encoded))
      // What a narrow line has no room for is left out without a gap, and is no loss.
      const never = (100 * (cameAfter.lost - came.lost)) / (cameAfter.packets - came.packets)
      relay.state.loss = 0

      await guests.tell({
        do: 'join',
        tickets: await ticketsFor(server, client, roomId, GUESTS),
        room: { audio: 3, video: 0 },
      })
      await until('four pictures', 60_000, async () => (await received(viewer)).widths.length > GUESTS)
      await wait(3_000)
      relay.state.kilobits = NARROW_KILOBITS
      const since = await pageNow(viewer)
      await wait(WITHIN_MS)
      const settled = await received(viewer)
      await wait(SECONDS * 1000)
      const end = await received(viewer)
      const frames = (await framesSince(viewer, since)).filter(({ track }) => track === speakers)
      const concealed = (100 * (end.concealed - settled.concealed)) / (end.samples - settled.samples)
      return {
        figures: [
          { label: 'packets of pictures that never came', value: never, unit: '%', target: { atMost: 1 } },
          { label: 'frames lost of 5 % loss', value: lostShare, unit: '%', target: { atMost: 1 } },
          {
            label: 'speaker shown on 500 kbit/s after',
            value: backAfter(frames, since),
            unit: 'ms',
            target: { atMost: WITHIN_MS },
          },
          { label: 'sound that had to be made up', value: concealed, unit: '%', target: { atMost: 1 } },
          {
            label: 'pauses of pictures meanwhile',
            value: 1000 * (end.freezes - settled.freezes),
            unit: 'ms',
          },
        ],
      }
    } catch (error) {
      console.error(server.said())
      throw error
    } finally {
      guests.stop()
      relay.close()
      await browser.close()
      await client.end()
      await server.stop()
    }
  },
}
export default bench
