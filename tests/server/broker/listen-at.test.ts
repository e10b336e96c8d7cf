// Where devices knock while the process is busy with those that are in already.
import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

/** Node's own line has 511 places. */
const DEVICES = 1_500

test('a fleet that comes back while the process is busy waits in the line, and is not kept out', async () => {
  const worker = new Worker(new URL('./busy-port.ts', import.meta.url))
  const [message] = await once(worker, 'message')
  const port = z.parse(z.int(), message)
  const sockets = Array.from({ length: DEVICES }, () => connect(port, '127.0.0.1'))
  try {
    // Whoever finds no place is never connected as long as the process is busy, which it remains.
    await Promise.all(sockets.map(socket => once(socket, 'connect')))
    expect(sockets.every(socket => socket.readyState === 'open')).toBe(true)
  } finally {
    for (const socket of sockets) socket.destroy()
    await worker.terminate()
  }
})
