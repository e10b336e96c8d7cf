// The first row of the open list of devices: battery levels are sent for its device, and when each is painted is noted.
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import type { Page } from 'playwright'
import { topics } from '../../src/contract/topics.ts'
import { SECRET } from './database.ts'

/** Whoever has not been seen by then never will be. */
const PATIENCE_MS = 20_000
const LOWEST = 30

declare global {
  interface Window {
    /** When the page painted which battery level of the device that is watched. */
    painted?: Map<string, number>
  }
}

export const watchFirstRow = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const painted = new Map<string, number>()
    window.painted = painted
    new MutationObserver(() => {
      const level = /(\d+)\s*%/.exec(
        document.querySelector('[role="grid"] [data-row="0"]')?.textContent ?? '',
      )?.[1]
      if (level === undefined || painted.has(level)) return
      // After the frame that shows it.
      requestAnimationFrame(() => setTimeout(() => painted.set(level, Date.now())))
      // The list itself may be made anew.
    }).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })

/** Milliseconds from each publish to the painted number, and how many were never shown. At most 70 messages. */
export async function sendLevels(
  page: Page,
  mqttUrl: string,
  { imei, messages }: { imei: string; messages: number },
): Promise<{ times: number[]; missed: number }> {
  const device = await mqtt.connectAsync(mqttUrl, { clientId: imei, username: imei, password: SECRET })
  const sentAt: number[] = []
  for (let message = 0; message < messages; message++) {
    const sent = Date.now()
    sentAt.push(sent)
    device.publish(
      topics.fromDevice(imei),
      JSON.stringify({ code: '2001', time: sent, values: { battery: LOWEST + message } }),
      { qos: 1 },
    )
    // Never in step with the batches of the server.
    await wait(400 + Math.random() * 500)
  }
  const paintedAt = async () => {
    const painted = await page.evaluate(() => [...(window.painted ?? [])])
    // Two that came together are one picture, with the later number.
    return sentAt.map((_, message) => {
      const seen = painted.filter(([shown]) => Number(shown) >= LOWEST + message).map(([, at]) => at)
      return seen.length === 0 ? undefined : Math.min(...seen)
    })
  }
  const until = Date.now() + PATIENCE_MS
  let painted = await paintedAt()
  while (painted.includes(undefined) && Date.now() < until) {
    await wait(200)
    painted = await paintedAt()
  }
  await device.endAsync(true)
  const times = painted.flatMap((at, message) => (at === undefined ? [] : [at - (sentAt[message] ?? at)]))
  return { times, missed: messages - times.length }
}
