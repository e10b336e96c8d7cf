// The whole fleet as the map asks for it: over HTTP, compressed, unpacked and ready to be drawn.
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { fleetPoints } from '../../src/contract/endpoints/map.ts'
import { login } from '../../src/contract/endpoints/session.ts'
import { unpackFleet } from '../../src/domain/device/fleet-columns.ts'
import { startConsole } from '../console-process.ts'
import { addFleet, openDatabase, tenantOf } from './database.ts'
import { type Bench, median } from './figures.ts'

const DEVICES = 100_000
const ROUNDS = 9
const LIMIT_MS = 1_200

const bench: Bench = {
  name: `Places of ${DEVICES.toLocaleString('en')} devices as columns (median of ${ROUNDS})`,
  async run() {
    const server = await startConsole()
    try {
      const client = await openDatabase(server)
      await addFleet(client, await tenantOf(client, 'admin'), DEVICES)
      await client.query('analyze')
      await client.end()
      const entered = await fetch(`${server.url}${defaultPath(login)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: DEMO_PASSWORD }),
      })
      const token = entered.headers.get('authorization') ?? ''
      const times: number[] = []
      let bytes = 0
      for (let round = -2; round < ROUNDS; round++) {
        const start = performance.now()
        const answer = await fetch(`${server.url}${defaultPath(fleetPoints)}`, {
          headers: { authorization: token },
        })
        const text = await answer.text()
        const { data } = JSON.parse(text) as { data: { count: number; packed: string } }
        const columns = unpackFleet(new Uint8Array(Buffer.from(data.packed, 'base64')), data.count)
        if (columns.ids.length < DEVICES) throw new Error(`Only ${columns.ids.length} devices came`)
        if (round >= 0) times.push(performance.now() - start)
        bytes = text.length
      }
      return {
        figures: [
          {
            label: 'asked, answered, unpacked',
            value: median(times),
            unit: 'ms',
            target: { atMost: LIMIT_MS },
          },
          { label: 'answer before compression', value: bytes / 1e6, unit: 'MB' },
        ],
      }
    } finally {
      await server.stop()
    }
  },
}
export default bench
