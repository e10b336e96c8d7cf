// The program in which simulated devices take part in conferences, so that their pictures never hold the server up.
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { WireFloor } from '../../../src/contract/conference-wire.ts'
import { conferenceCall } from '../../../src/contract/device-messages.ts'
import { joinConference, type Participant } from './participant.ts'

/** What the starting process says: `origin` is where the console is. */
export const helmetOrder = z.object({ do: z.literal('join'), origin: z.string(), call: conferenceCall })
export type HelmetOrder = z.output<typeof helmetOrder>

/** Machines that run the demo are small. */
const MOST = 6
/** A device that finds itself alone goes, and none stays for ever. */
const ALONE_MS = 15_000
const LONGEST_MS = 30 * 60_000
const LOOK_MS = 1_000
/** With push to talk: after somebody has spoken it answers, for so long. */
const ANSWER_AFTER_MS = 1_000
const ANSWER_MS = 3_000

const inside = new Set<string>()

async function join({ origin, call }: HelmetOrder): Promise<void> {
  const name = call.accountName
  if (inside.has(name) || inside.size >= MOST || call.expiresAt < Date.now()) return
  inside.add(name)
  let over = false
  let inRoom: Participant | undefined
  let speaker: string | undefined
  let talks = false
  /** Holds the key for a moment, as whoever wears it would. */
  const talk = async () => {
    if (talks) return
    talks = true
    await inRoom?.command({ cmd: 'floor', want: true })
    await sleep(ANSWER_MS)
    if (!over) await inRoom?.command({ cmd: 'floor', want: false })
    talks = false
  }
  const hearFloor = async (floor: WireFloor | null) => {
    const before = speaker
    speaker = floor?.holder ?? undefined
    // Devices answer people, not each other: they would never come to an end.
    if (before === undefined || before === speaker || isDevice(before)) return
    await sleep(ANSWER_AFTER_MS)
    if (!over) await talk()
  }
  const isDevice = (userName: string) => userName === name || inRoom?.members().get(userName)?.imei != null
  try {
    const participant = await joinConference({
      ticket: { ...call, service: new URL(call.service, origin).href },
      audio: true,
      video: call.video,
      // It has a loudspeaker and no screen.
      room: { audio: 3, video: 0 },
      onEvent: happened => {
        if (happened.event === 'onconfdidleave') over = true
        if (happened.event === 'onfloor') void hearFloor(happened.floor)
        if (happened.event === 'onasked' && happened.kind === 'audio') void talk()
      },
      onError: () => {
        over = true
      },
    })
    inRoom = participant
    const began = Date.now()
    let seenAt = began
    while (!over && Date.now() - began < LONGEST_MS && Date.now() - seenAt < ALONE_MS) {
      if (participant.members().size > 0) seenAt = Date.now()
      await sleep(LOOK_MS)
    }
    if (!over) await participant.leave()
  } finally {
    inside.delete(name)
  }
}

// Only as a child: whoever imports the words of this file starts nothing.
if (process.send) {
  process.on('message', raw => {
    const order = z.safeParse(helmetOrder, raw)
    // One that cannot come in is missed by nobody but who called it, and they see so.
    if (order.success) join(order.data).catch(() => {})
  })
  // The terminal's Ctrl-C is the server's business; its end is ours.
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit(0))
}
