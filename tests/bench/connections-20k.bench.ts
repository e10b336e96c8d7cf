// As many devices as one process is made for, connected and heard: what that takes of memory. Where the system allows the
// process fewer open files, so many; the figure says how many it were. CONNECTIONS asks for fewer.
import { setTimeout as wait } from 'node:timers/promises'
import { startConsole } from '../console-process.ts'
import { addFleet, openDatabase, tenantOf } from './database.ts'
import type { Bench } from './figures.ts'
import { startLightFleet } from './light-fleet.ts'
import { mostOpenFiles, peakMb, residentMb } from './process-memory.ts'

const WANTED = Number(process.env.CONNECTIONS ?? 20_000)
/** Files that a process has open besides: database, people, its own. */
const OTHER_FILES = 300
const MOST_MB = 1_000

const bench: Bench = {
  name: `${WANTED.toLocaleString('en')} devices connected to one process`,
  async run() {
    const server = await startConsole({ MQTT_MAX_CONNECTIONS: `${WANTED}`, MQTT_CONNECTS_PER_SECOND: '1000' })
    const devices = Math.min(WANTED, mostOpenFiles(server.pid) - OTHER_FILES)
    const client = await openDatabase(server)
    const before = residentMb(server.pid)
    await addFleet(client, await tenantOf(client, 'admin'), devices)
    const began = Date.now()
    const fleet = startLightFleet(server.mqttUrl, { count: devices, everyMs: 60_000 })
    try {
      const first = await fleet.hello()
      const seconds = (Date.now() - began) / 1000
      // A minute in which each says what it measured.
      await wait(60_000)
      const then = await fleet.counts()
      return {
        figures: [
          { label: 'connected', value: then.connected, unit: 'devices', target: { atLeast: devices } },
          { label: 'of those asked for', value: (100 * devices) / WANTED, unit: '%' },
          { label: 'until all were in and heard', value: seconds, unit: 's' },
          {
            label: 'messages of the minute after',
            value: then.said - first.said,
            unit: '',
            target: { atLeast: devices * 0.9 },
          },
          { label: 'memory before', value: before, unit: 'MB' },
          {
            label: 'memory with all',
            value: residentMb(server.pid),
            unit: 'MB',
            target: { atMost: MOST_MB },
          },
          { label: 'most memory', value: peakMb(server.pid), unit: 'MB', target: { atMost: MOST_MB } },
        ],
      }
    } finally {
      fleet.stop()
      await client.end()
      await server.stop()
    }
  },
}
export default bench
