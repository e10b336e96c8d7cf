// Turns the mouse wheel over a page as a person does, and counts the frames that the page gets meanwhile.
import type { Page } from 'playwright'
import { median } from './figures.ts'

export interface Scrolled {
  framesPerSecond: number
  /** Milliseconds between the two frames that were furthest apart. */
  longestGap: number
}

const SPEED = 3_000
const SECONDS = 4

const TRIES = 3
const REST_MS = 500

/** Scrolls the element under the middle of `selector` down from its top; the median of some tries. */
export async function scroll(page: Page, selector: string): Promise<Scrolled> {
  const tries: Scrolled[] = []
  for (let left = TRIES; left > 0; left--) tries.push(await scrollOnce(page, selector))
  return {
    framesPerSecond: median(tries.map(one => one.framesPerSecond)),
    longestGap: median(tries.map(one => one.longestGap)),
  }
}

async function scrollOnce(page: Page, selector: string): Promise<Scrolled> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} cannot be scrolled`)
  const session = await page.context().newCDPSession(page)
  await page.evaluate(wanted => document.querySelector(wanted)?.scrollTo({ top: 0 }), selector)
  await page.waitForTimeout(REST_MS)
  await page.evaluate(wanted => {
    const element = document.querySelector(wanted)
    const count = { frames: [] as number[], from: element?.scrollTop ?? 0, running: true }
    window.scrolled = count
    const frame = (at: number) => {
      count.frames.push(at)
      if (count.running) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  }, selector)
  await session.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: -SPEED * SECONDS,
    speed: SPEED,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
  const { frames, pixels } = await page.evaluate(wanted => {
    const count = window.scrolled
    if (!count) throw new Error('Nothing was counted')
    count.running = false
    return { frames: count.frames, pixels: (document.querySelector(wanted)?.scrollTop ?? 0) - count.from }
  }, selector)
  await session.detach()
  if (pixels < (SPEED * SECONDS) / 2) throw new Error(`${selector} moved by ${pixels} pixels only`)
  const [first = 0, last = 0] = [frames[0], frames.at(-1)]
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at))
  return {
    framesPerSecond: ((frames.length - 1) * 1000) / (last - first),
    longestGap: Math.max(...gaps),
  }
}

declare global {
  interface Window {
    scrolled?: { frames: number[]; from: number; running: boolean }
  }
}

/** A page with nothing but length, for what this machine can do at best. */
export const EMPTY_PAGE = `data:text/html,<!doctype html><body style="margin:0"><div id="empty" style="height:800px;overflow:auto"><div style="height:900000px"></div></div>`
