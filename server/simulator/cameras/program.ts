// The simulated cameras in a program apart, so that their pictures never hold the server up: started by the first who looks,
// ended with the server.
import process from 'node:process'
import * as z from 'zod/mini'
import { pictureWanted } from '../../../src/contract/device-messages.ts'
import { startSimulatedCameras } from './rtsp-server.ts'
import { type Sending, sendByWhip } from './sender.ts'

/** What the starting process says: a device was asked for its picture. `origin` is where the console is. */
export const wantedOrder = z.object({ origin: z.string(), imei: z.string(), message: pictureWanted })
export type WantedOrder = z.output<typeof wantedOrder>

/** Machines that run the demo are small. */
const MOST = 6

const sending = new Map<string, Sending | 'begins'>()

async function want({ origin, imei, message: { on, url, token } }: WantedOrder): Promise<void> {
  const before = sending.get(imei)
  if (!on) {
    sending.delete(imei)
    if (before !== undefined && before !== 'begins') await before.stop()
    return
  }
  if (before !== undefined || sending.size >= MOST) return
  sending.set(imei, 'begins')
  try {
    const begun = await sendByWhip({
      url: new URL(url, origin).href,
      token,
      onEnd: () => sending.delete(imei),
    })
    // Nobody wants it any more.
    if (sending.has(imei)) sending.set(imei, begun)
    else await begun.stop()
  } catch {
    sending.delete(imei)
  }
}

// Only as a child: whoever imports the words of this file starts nothing.
if (process.send) {
  process.on('message', raw => {
    const order = z.safeParse(wantedOrder, raw)
    if (order.success) void want(order.data)
  })
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit(0))
  const { port } = await startSimulatedCameras()
  process.send({ port })
}
