// What the packet library keeps of the lengths it wrote must not hold the memory that was beside them.
import { Writable } from 'node:stream'
import mqttPacket from 'mqtt-packet'
import { expect, test } from 'vitest'
import { keepPacketLengths, LENGTHS_KEPT } from '../../../server/broker/packet-lengths.ts'

const MOST_SLABS = 8

test('thousands of lengths, written while other things are, share a few slabs', () => {
  keepPacketLengths()
  const slabs = new Set<ArrayBufferLike>()
  let chunks: Buffer[] = []
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() })
  stream.write = (chunk: Buffer) => chunks.push(chunk) > 0
  for (let size = 1; size < LENGTHS_KEPT - 3; size += 97) {
    // Anything else that the process writes meanwhile.
    for (let n = 0; n < 10; n++) Buffer.allocUnsafe(Buffer.poolSize / 4)
    chunks = []
    mqttPacket.writeToStream(
      { cmd: 'publish', topic: 't', payload: Buffer.alloc(size), qos: 0, dup: false, retain: false },
      stream,
    )
    const [, length] = chunks
    if (!length) throw new Error('The library writes a packet in another order')
    expect(length.length).toBe(size + 3 < 128 ? 1 : 2)
    slabs.add(length.buffer)
  }
  expect(slabs.size).toBeLessThanOrEqual(MOST_SLABS)
})
