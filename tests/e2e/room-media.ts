// What a page of a room receives: frames of pictures and energy of sound, asked of its own connections.
import type { Page } from 'playwright/test'

/** Watches the connections of this page, so that what was decoded can be asked. */
export async function watchMedia(page: Page): Promise<void> {
  await page.evaluate(() => {
    const made: RTCPeerConnection[] = []
    Object.assign(window, { madeConnections: made })
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(...args: ConstructorParameters<typeof RTCPeerConnection>) {
        super(...args)
        made.push(this)
      }
    }
  })
}

/** Of all that this page receives. `pictures`: how many of them were decoded. */
export const received = (page: Page): Promise<{ frames: number; energy: number; pictures: number }> =>
  page.evaluate(async () => {
    const made: unknown = Reflect.get(window, 'madeConnections')
    let [frames, energy, pictures] = [0, 0, 0]
    for (const connection of Array.isArray(made) ? made : []) {
      if (!(connection instanceof RTCPeerConnection)) continue
      for (const each of (await connection.getStats()).values()) {
        if (each.type !== 'inbound-rtp') continue
        frames += each.framesDecoded ?? 0
        energy += each.totalAudioEnergy ?? 0
        if ((each.framesDecoded ?? 0) > 5) pictures += 1
      }
    }
    return { frames, energy, pictures }
  })
