// A visitor at a door: the headless door unit as a demo device that no other test has, and what a console's line carries.
import type { BrowserContext, Page } from 'playwright/test'
import { connectDoorUnit, type DoorUnit } from '../../server/simulator/door-unit/door-unit.ts'
import { type Api, test as base, expect, first, type Row } from './console.ts'
import { freeDevice, secretOf } from './device.ts'

/** A call as it stands in the log. */
export interface LoggedCall {
  id: number
  state: string
  imei: string
  roomNo: string
  answeredBy: string | null
  endReason: string | null
  durationSeconds: number | null
  unlockedBy: string | null
}

export interface Door extends Row {
  unit: string
  at: DoorUnit
  /** Its newest call. */
  call(): Promise<LoggedCall>
}

/** Connects door units, and leaves none of their calls behind. */
export interface Doors {
  connect(api: Api): Promise<Door>
}

async function callsOf(api: Api, imei: string, query: Record<string, string> = {}) {
  const { data } = await api.get<{ list: LoggedCall[]; total: number }>('device/call/page', {
    imei,
    size: 1,
    ...query,
  })
  return data
}

export const test = base.extend<{ doors: Doors }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  doors: async ({}, use) => {
    const connected: { door: Door; api: Api }[] = []
    await use({
      async connect(api) {
        const device = await freeDevice(api, { kind: 'doorUnit' })
        const at = connectDoorUnit({
          url: process.env.CONSOLE_MQTT ?? '',
          imei: device.imei,
          secret: secretOf(device.imei),
        })
        const call = async () => first((await callsOf(api, device.imei)).list)
        const door = { ...device, at, call }
        connected.push({ door, api })
        await at.connected()
        return door
      },
    })
    for (const { door, api } of connected) {
      door.at.hangUp()
      const live = async () => (await callsOf(api, door.imei, { state: 'ringing,answered' })).total
      await expect.poll(live).toBe(0)
      await door.at.stop()
    }
  },
})

declare global {
  interface Window {
    /** The lines that the page has opened, newest last. */
    lines?: RTCPeerConnection[]
  }
}

/** Keeps the lines that pages open where `decoded` finds them. */
export const keepLines = (context: BrowserContext) =>
  context.addInitScript(() => {
    const lines: RTCPeerConnection[] = []
    window.lines = lines
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(options?: RTCConfiguration) {
        super(options)
        lines.push(this)
      }
    }
  })

/** What the newest line of a page has decoded. */
export const decoded = (page: Page) =>
  page.evaluate(async () => {
    const sum = { frames: 0, width: 0, height: 0, samples: 0 }
    const report = await window.lines?.at(-1)?.getStats()
    for (const entry of report?.values() ?? []) {
      if (entry.type !== 'inbound-rtp') continue
      if (entry.kind === 'audio') sum.samples += entry.totalSamplesReceived ?? 0
      if (entry.kind !== 'video') continue
      sum.frames += entry.framesDecoded ?? 0
      sum.width = entry.frameWidth ?? 0
      sum.height = entry.frameHeight ?? 0
    }
    return sum
  })

/** Waits until more frames of the visitor are decoded than have been. */
export async function seesMore(page: Page): Promise<void> {
  const { frames } = await decoded(page)
  await expect.poll(async () => (await decoded(page)).frames).toBeGreaterThan(frames + 5)
}

/** Waits until the door hears more than it has heard. */
export async function hearsMore(door: Door): Promise<void> {
  const { frames } = door.at.framesReceived().audio
  await expect.poll(() => door.at.framesReceived().audio.frames).toBeGreaterThan(frames + 5)
}
