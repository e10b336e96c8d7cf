// The console's own fleet map in a browser: when its devices are seen, and how smoothly it is dragged. What the page
// draws is read back from its canvas.
import type { Page } from 'playwright'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { fleetPoints } from '../../src/contract/endpoints/map.ts'
import { follow } from './browser.ts'

const PATIENCE_MS = 60_000
const SECONDS = 3
/** The colour of devices that are online, on a light ground. */
const COLOUR = [10, 112, 68] as const

export interface Opened {
  /** From the click until devices are seen on the map. */
  seen: number
  /** Of it, until the endpoint has answered to the last byte. */
  answered: number
}

/** A canvas forgets what it has shown unless it is told to keep it; before any script of the page. */
export async function keepPictures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
      value(this: HTMLCanvasElement, kind: string, options?: object) {
        const kept = kind.startsWith('webgl') ? { ...options, preserveDrawingBuffer: true } : options
        return Reflect.apply(getContext, this, [kind, kept])
      },
    })
  })
}

/** Opens the fleet map as somebody does who comes from another page. */
export async function openFleet(page: Page): Promise<Opened> {
  const from = await page.evaluate(() => performance.now())
  await follow(page, '/locations')
  const seen = await devicesSeen(page, from)
  const answered = await page.evaluate(
    ([started, path]) =>
      Math.max(
        started,
        ...performance
          .getEntriesByType('resource')
          .filter(entry => entry.name.includes(path) && entry.startTime >= started - 50)
          .map(entry => (entry instanceof PerformanceResourceTiming ? entry.responseEnd : 0)),
      ) - started,
    [from, defaultPath(fleetPoints)] as const,
  )
  return { seen, answered }
}

/** Milliseconds from a moment of the page's own clock until devices are seen on the map. */
export function devicesSeen(page: Page, from: number): Promise<number> {
  return page.evaluate(
    ([started, colour, patience]) =>
      new Promise<number>((resolve, reject) => {
        const copy = document.createElement('canvas')
        const context = copy.getContext('2d', { willReadFrequently: true })
        const isSeen = () => {
          const canvas = document.querySelector<HTMLCanvasElement>('canvas.maplibregl-canvas')
          if (!canvas || !context || canvas.width === 0)
            return false
            // A quarter of the size is enough to find a cluster, and quick.
          ;[copy.width, copy.height] = [Math.round(canvas.width / 4), Math.round(canvas.height / 4)]
          context.drawImage(canvas, 0, 0, copy.width, copy.height)
          const { data } = context.getImageData(0, 0, copy.width, copy.height)
          let found = 0
          for (let at = 0; at < data.length; at += 4)
            if (colour.every((part, channel) => Math.abs((data[at + channel] ?? 0) - part) < 6)) found++
          return found > 20
        }
        const look = () => {
          const now = performance.now()
          if (now - started > patience) return reject(new Error('No device was seen on the map'))
          if (isSeen()) resolve(now - started)
          else requestAnimationFrame(look)
        }
        look()
      }),
    [from, COLOUR, PATIENCE_MS] as const,
  )
}

/** Frames a second while the map is dragged with the mouse, to and fro. */
export async function dragFleet(page: Page): Promise<number> {
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox()
  if (!box) throw new Error('There is no map')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const counted = page.evaluate(
    seconds =>
      new Promise<number>(resolve => {
        let [frames, first] = [0, 0]
        const step = (at: number) => {
          first ||= at
          frames++
          if (at - first >= seconds * 1000) resolve(((frames - 1) * 1000) / (at - first))
          else requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    SECONDS,
  )
  let over = false
  void counted.finally(() => {
    over = true
  })
  for (let turn = 0; !over; turn++)
    await page.mouse.move(x + 150 * Math.sin(turn / 15), y + 80 * Math.cos(turn / 15))
  await page.mouse.up()
  return counted
}

declare global {
  interface Window {
    /** When the broker's word of a longitude came to the page, epoch milliseconds. */
    heardPlaces?: { text: string; at: number }[]
    /** When the map became another picture than it was. */
    movedAt?: Promise<number>
  }
}

/** Writes down when which frames came from the broker; before any script of the page. */
export async function hearPlaces(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: { text: string; at: number }[] = []
    window.heardPlaces = heard
    const decoder = new TextDecoder()
    window.WebSocket = class extends WebSocket {
      constructor(address: string | URL, protocols?: string | string[]) {
        super(address, protocols)
        // First of all listeners: what the page does with it comes after.
        this.addEventListener('message', ({ data }) => {
          if (data instanceof ArrayBuffer) heard.push({ text: decoder.decode(data), at: Date.now() })
        })
      }
    }
  })
}

/** Begins to look at the map, on which nothing moves but what is waited for. */
export async function watchMap(page: Page): Promise<void> {
  await page.evaluate(patience => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.maplibregl-canvas')
    const copy = document.createElement('canvas')
    const context = copy.getContext('2d', { willReadFrequently: true })
    if (!canvas || !context) throw new Error('There is no map')
    // Half the size is enough to see one device move, and quick.
    const [width, height] = [Math.round(canvas.width / 2), Math.round(canvas.height / 2)]
    ;[copy.width, copy.height] = [width, height]
    const picture = () => {
      context.drawImage(canvas, 0, 0, width, height)
      return context.getImageData(0, 0, width, height).data
    }
    const before = picture()
    const until = Date.now() + patience
    window.movedAt = new Promise((resolve, reject) => {
      const look = () => {
        const now = picture()
        let other = 0
        for (let at = 0; at < now.length; at++) if (Math.abs((now[at] ?? 0) - (before[at] ?? 0)) > 40) other++
        if (other > 40) resolve(Date.now())
        else if (Date.now() > until) reject(new Error('The move was not seen'))
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  }, PATIENCE_MS)
}

export interface Moved {
  /** When the page was told. */
  heard: number
  /** When it was seen. */
  seen: number
}

/** Waits until the move to this longitude was heard and seen. */
export async function movedTo(page: Page, longitude: number): Promise<Moved> {
  return page.evaluate(async wanted => {
    const seen = (await window.movedAt) ?? Number.NaN
    const heard = window.heardPlaces?.find(({ text }) => text.includes(`"longitude":${wanted}`))?.at
    if (heard === undefined) throw new Error('The picture changed before the page was told')
    return { heard, seen }
  }, longitude)
}
