// A whole fleet that loses its lines at once and comes back, every tenth crying for help: how long until all are back, and
// what becomes of the SOS. DEVICES sets how many.
import { startConsole } from '../console-process.ts'
import { addFleet, openDatabase, tenantOf } from './database.ts'
import type { Bench } from './figures.ts'
import { startLightFleet } from './light-fleet.ts'
import { peakMb, residentMb } from './process-memory.ts'

const DEVICES = Number(process.env.DEVICES ?? 10_000)
const SOS_EACH = 10
const MOST_MB = 1_000

const bench: Bench = {
  name: `${DEVICES.toLocaleString('en')} devices come back at once`,
  async run() {
    const server = await startConsole()
    const client = await openDatabase(server)
    await addFleet(client, await tenantOf(client, 'admin'), DEVICES)
    const began = Date.now()
    const fleet = startLightFleet(server.mqttUrl, { count: DEVICES })
    try {
      await fleet.hello()
      const first = (Date.now() - began) / 1000
      const quiet = residentMb(server.pid)
      const cutAt = Date.now()
      await fleet.cut()
      const back = await fleet.hello(SOS_EACH)
      const seconds = (Date.now() - cutAt) / 1000
      const { rows } = await client.query<{ sos: string; others: string }>(
        `select count(*) filter (where type = 'sos') as sos, count(*) filter (where type <> 'sos') as others
         from alarm a join device d on d.id = a.device_id where d.name like '0 %' and a.raised_at >= $1`,
        [cutAt],
      )
      return {
        figures: [
          { label: 'until all were in at first', value: first, unit: 's' },
          { label: 'until all were back and heard', value: seconds, unit: 's' },
          { label: 'connected', value: back.connected, unit: 'devices', target: { atLeast: DEVICES } },
          {
            label: 'SOS stored',
            value: Number(rows[0]?.sos),
            unit: '',
            target: { atLeast: DEVICES / SOS_EACH, atMost: DEVICES / SOS_EACH },
          },
          { label: 'other alarms for it', value: Number(rows[0]?.others), unit: '', target: { atMost: 0 } },
          { label: 'memory before', value: quiet, unit: 'MB' },
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
