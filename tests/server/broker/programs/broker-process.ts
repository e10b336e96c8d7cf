// A server process that a test may kill: broker and ingestion over a database that outlives it.
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { createBus } from '../../../../server/bus.ts'
import { createPool } from '../../../../server/db/pool.ts'
import { createData } from '../../../../server/db/scoped.ts'
import { startMessaging } from '../../../../server/messaging.ts'
import { createSessions } from '../../../../server/modules/session/sessions.ts'

const [ownerUrl = '', appUrl = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const data = createData(createPool({ url: appUrl, log }))
const bus = createBus(() => {})
const broker = await startMessaging({
  config: {
    port: 0,
    mqttPort: 0,
    host: '127.0.0.1',
    publicUrl: undefined,
    trustProxy: false,
    mqttUrl: undefined,
  },
  log,
  data,
  bus,
  sessions: createSessions(data, bus, { sessionIdleMinutes: 60, sessionHours: 1 }),
  ownerUrl,
})
process.stdout.write(`${broker.port} ${randomBytes(2).toString('hex')}\n`)
