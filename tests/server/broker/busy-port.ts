// A port of a process that has no time: it is open, and nobody is ever let in.
import { createServer } from 'node:net'
import { parentPort } from 'node:worker_threads'
import pino from 'pino'
import { listenAt } from '../../../server/broker/listen-at.ts'

const port = await listenAt(
  createServer(socket => socket.on('error', () => {})),
  { setting: 'MQTT_PORT', port: 0, host: '127.0.0.1' },
  pino({ level: 'silent' }),
)
parentPort?.postMessage(port)
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
