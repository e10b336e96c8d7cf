// The process that fills the demo: takes one message that says where, and ends.
import { once } from 'node:events'
import { createPool } from '../db/pool.ts'
import { createData } from '../db/scoped.ts'
import { createLog } from '../log.ts'
import { demoOrder } from './apart.ts'
import { seedDemo } from './demo.ts'

const [message] = await once(process, 'message')
const { appUrl, ownerUrl, deviceKey, filesDir, logLevel } = demoOrder.parse(message)
// Whoever waited for it is gone: the transaction is undone, and the next start begins anew.
process.once('disconnect', () => process.exit(1))
const log = createLog({ logLevel })
const pool = createPool({ url: appUrl, log, connections: 2 })
try {
  await seedDemo({
    data: createData(pool),
    ownerUrl,
    deviceKey: Buffer.from(deviceKey, 'hex'),
    filesDir,
    log,
  })
  await pool.end()
  process.exit(0)
} catch (error) {
  log.error({ err: error }, 'The demo could not be made')
  process.exit(1)
}
