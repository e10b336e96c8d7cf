// Works in the database of a console directly, as the owner of its tables.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { OWNER, placeCluster, runningPort } from '../../server/db/cluster.ts'

/** `folder` is the data folder of a console that runs. */
export async function inConsoleDatabase(
  folder: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const { ownerPassword } = JSON.parse(readFileSync(join(folder, 'database.json'), 'utf8'))
  const port = runningPort(placeCluster(folder, pino({ level: 'silent' })))
  const client = new pg.Client({
    connectionString: `postgres://${OWNER}:${ownerPassword}@127.0.0.1:${port}/gatehouse`,
  })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
