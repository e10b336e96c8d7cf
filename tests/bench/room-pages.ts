// Browsers in conference rooms, for the benchmarks: who is in, what they decode, how long it took, what froze.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { CHROMIUM_FLAGS, findChromium, MEDIA_FLAGS } from '../../scripts/chromium.mjs'
import { follow, logIn } from './browser.ts'

/** Pages that nobody looks at are slowed down otherwise. */
const AWAKE = [
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
]

export async function openRoomBrowser(): Promise<Browser> {
  const executablePath = await findChromium()
  return chromium.launch({
    args: [...CHROMIUM_FLAGS, ...MEDIA_FLAGS, ...AWAKE],
    ...(executablePath && { executablePath }),
  })
}

/** What the watching script keeps in the page. */
interface Watch {
  connections: RTCPeerConnection[]
  asked: { at: number; width: number }[]
  shown: Shown[]
}

/** A frame of somebody else's picture. */
export interface Shown {
  at: number
  width: number
  /** Of the line that it came by. */
  track: string
}

export interface Received {
  frames: number
  dropped: number
  widths: number[]
  /** Of pictures: packets that came, and those that never did. */
  packets: number
  lost: number
  /** Of sound: what the decoder had to make up, and all that it played. */
  concealed: number
  samples: number
  freezes: number
  /** Frames that were sent, of the layer that has most of them. */
  encoded: number
  /** Layers that leave. */
  layers: number
}

/** A console of its own, logged in, whose connections and frames are watched. */
export async function openRoomPage(
  browser: Browser,
  url: string,
  user: string,
  viewport = { width: 1280, height: 800 },
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport, permissions: ['camera', 'microphone'] })
  await context.addInitScript(() => {
    const watch: Watch = { connections: [], asked: [], shown: [] }
    Object.assign(window, { roomWatch: watch })
    const Plain = window.RTCPeerConnection
    window.RTCPeerConnection = class extends Plain {
      constructor(...args: ConstructorParameters<typeof RTCPeerConnection>) {
        super(...args)
        watch.connections.push(this)
      }
    }
    const plainFetch = window.fetch
    window.fetch = (...asked) => {
      const body = asked[1]?.body
      const width = typeof body === 'string' ? /setmediainfo.*?ps\\+":(\d+)/.exec(body)?.[1] : undefined
      if (width) watch.asked.push({ at: performance.now(), width: Number(width) })
      return plainFetch(...asked)
    }
    const seen = new WeakSet<HTMLVideoElement>()
    const look = () => {
      for (const video of document.querySelectorAll('video')) {
        if (seen.has(video)) continue
        seen.add(video)
        const frame = () => {
          const stream = video.srcObject
          // One's own picture comes over no connection.
          const received = watch.connections.flatMap(one => one.getReceivers().map(({ track }) => track))
          const other =
            stream instanceof MediaStream
              ? stream.getVideoTracks().find(one => received.includes(one))
              : undefined
          if (other) watch.shown.push({ at: performance.now(), width: video.videoWidth, track: other.id })
          video.requestVideoFrameCallback(frame)
        }
        video.requestVideoFrameCallback(frame)
      }
    }
    setInterval(look, 20)
  })
  const page = await context.newPage()
  await logIn(page, url, user)
  return { page, context }
}

/** In the language a new browser starts with, or in English. */
const INSIDE = 'button:has-text("Leave room"), button:has-text("离开房间")'

/** Goes into the room; answers when it is there: the page's clock when it began. */
export async function enterRoom(page: Page, roomId: string): Promise<number> {
  const began = await page.evaluate(() => performance.now())
  await follow(page, `/roOm?roomId=${roomId}`)
  await page.waitForSelector(INSIDE, { state: 'attached' })
  return began
}

export async function press(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click()
}
export const MICROPHONE = /^(Microphone|麦克风)/
export const CAMERA = /^(Camera|摄像机)/

export const framesSince = (page: Page, since: number): Promise<Shown[]> =>
  page.evaluate(from => {
    const watch: Watch = Reflect.get(window, 'roomWatch')
    return watch.shown.filter(({ at }) => at >= from)
  }, since)
export const widthsAsked = (page: Page): Promise<{ at: number; width: number }[]> =>
  page.evaluate(() => {
    const watch: Watch = Reflect.get(window, 'roomWatch')
    return watch.asked
  })
export const pageNow = (page: Page): Promise<number> => page.evaluate(() => performance.now())

/** Of all connections of the page, counted from their beginning. */
export const received = (page: Page): Promise<Received> =>
  page.evaluate(async () => {
    const watch: Watch = Reflect.get(window, 'roomWatch')
    const sum: Received = {
      frames: 0,
      dropped: 0,
      widths: [],
      packets: 0,
      lost: 0,
      concealed: 0,
      samples: 0,
      freezes: 0,
      encoded: 0,
      layers: 0,
    }
    for (const connection of watch.connections) {
      if (connection.connectionState === 'closed') continue
      for (const each of (await connection.getStats()).values()) {
        if (each.type === 'outbound-rtp' && each.kind === 'video' && each.framesPerSecond > 0) sum.layers++
        if (each.type === 'outbound-rtp') sum.encoded = Math.max(sum.encoded, each.framesEncoded ?? 0)
        if (each.type !== 'inbound-rtp') continue
        sum.frames += each.framesDecoded ?? 0
        sum.dropped += each.framesDropped ?? 0
        sum.freezes += each.totalFreezesDuration ?? 0
        if (each.kind === 'audio' && each.totalAudioEnergy > 0) {
          sum.concealed += (each.concealedSamples ?? 0) - (each.silentConcealedSamples ?? 0)
          sum.samples += each.totalSamplesReceived ?? 0
        }
        if (each.kind === 'video') {
          sum.packets += each.packetsReceived ?? 0
          sum.lost += each.packetsLost ?? 0
        }
        if (each.kind === 'video' && each.framesPerSecond > 0) sum.widths.push(each.frameWidth)
      }
    }
    return sum
  })

/** Asks again and again until it holds; answers how long that took. */
export async function until(what: string, ms: number, holds: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < ms) {
    if (await holds()) return performance.now() - began
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`not within ${ms} ms: ${what}`)
}

export const freshRoom = (): string => String(10_000_000 + Math.floor(Math.random() * 80_000_000))

/** The longest time between two frames. */
export const longestGap = (frames: readonly { at: number }[]): number =>
  frames.reduce((most, { at }, index) => {
    const before = frames[index - 1]
    return before ? Math.max(most, at - before.at) : most
  }, 0)
