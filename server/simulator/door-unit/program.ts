// The program that runs simulated door units beside the server, so that their pictures never hold it up.
import process from 'node:process'
import * as z from 'zod/mini'
import { connectDoorUnit, type DoorUnit } from './door-unit.ts'

const unit = z.object({ imei: z.string(), secret: z.string() })

/** What the starting process says. */
export const doorProgramOrder = z.discriminatedUnion('do', [
  z.object({ do: z.literal('start'), url: z.string(), web: z.string(), units: z.array(unit) }),
  /** A unit that was switched off so far comes up first. */
  z.object({ do: z.literal('ring'), url: z.string(), web: z.string(), unit, roomNo: z.optional(z.string()) }),
])
export type DoorProgramOrder = z.output<typeof doorProgramOrder>

const running = new Map<string, DoorUnit>()

function bring({ url, web }: DoorProgramOrder, { imei, secret }: z.output<typeof unit>): DoorUnit {
  // The fleet's simulator speaks for these devices already.
  const found = running.get(imei) ?? connectDoorUnit({ url, web, imei, secret, introduces: false })
  running.set(imei, found)
  return found
}

async function obey(order: DoorProgramOrder): Promise<void> {
  if (order.do === 'start') {
    for (const one of order.units) bring(order, one)
    return
  }
  const door = bring(order, order.unit)
  await door.connected()
  door.ring(order.roomNo === undefined ? {} : { roomNo: order.roomNo })
}

// Only as a child: whoever imports the words of this file starts nothing.
if (process.send) {
  process.on('message', raw => {
    const order = z.safeParse(doorProgramOrder, raw)
    // One that cannot connect does not ring: nobody waits for it.
    if (order.success) obey(order.data).catch(() => {})
  })
  // The terminal's Ctrl-C is the server's business; its end is ours.
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit(0))
}
