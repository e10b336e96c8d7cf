// The packet library keeps every length it has written, up to 16,383, for ever: four bytes each, but cut from whatever slab
// of 64 KB the process was filling at that moment, which then stays as well. A console that talks for hours meets thousands
// of lengths, and so would hold up to a gigabyte. Written one after another, before there is traffic, they share a few slabs.
import { Writable } from 'node:stream'
import mqttPacket from 'mqtt-packet'

/** Lengths from here on are made anew each time. */
export const LENGTHS_KEPT = 16_384
const TOPIC = 't'
/** What a packet with that topic has before its payload: two bytes of its length, and itself. */
const SHORTEST = 2 + TOPIC.length

let kept = false

/** Has the library make all lengths that it keeps. Some hundredths of a second, once a process. */
export function keepPacketLengths(): void {
  if (kept) return
  kept = true
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const payload = Buffer.alloc(LENGTHS_KEPT)
  for (let length = SHORTEST; length < LENGTHS_KEPT; length++) {
    const packet = { topic: TOPIC, payload: payload.subarray(0, length - SHORTEST) }
    mqttPacket.writeToStream({ cmd: 'publish', qos: 0, dup: false, retain: false, ...packet }, nowhere)
  }
}
