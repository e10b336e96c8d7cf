// A PostgreSQL and its synchronous standby, behind one address that follows whichever is the primary: what Patroni and HAProxy are
// in an installation. Made of the embedded binaries, so that the drill runs wherever the tests do.
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import * as z from 'zod/mini'
import { type Cluster, halt, launch, OWNER, placeCluster } from '../../../server/db/cluster.ts'
import { copy } from '../../light-copy.ts'
import { log, until } from '../broker/stage.ts'
import { layDatabase } from '../prepared-database.ts'

export interface Pair {
  /** Of the owner, at the address that follows. */
  url: string
  /** Kills the primary without a word. */
  killPrimary(): void
  /** Makes the standby the primary, and lets the address lead there. */
  promote(): Promise<void>
  stop(): Promise<void>
}

export async function startPair(): Promise<Pair> {
  const [first, second] = [makeFolder(), makeFolder()]
  await layDatabase(first)
  const kept = JSON.parse(readFileSync(join(first, 'database.json'), 'utf8'))
  const { ownerPassword: password } = z.parse(z.object({ ownerPassword: z.string() }), kept)
  const [primary, standby] = [placeCluster(first, log), placeCluster(second, log)]
  const urlOf = (port: number, database: string) =>
    `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`
  const port = await launch(primary)
  await ask(urlOf(port, 'postgres'), async client => {
    await copyRunning(client, primary, standby)
    writeFileSync(join(standby.folder, 'standby.signal'), '')
    writeFileSync(
      join(standby.folder, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${port} user=${OWNER} password=${password}'\nfsync = off\n`,
      { flag: 'a' },
    )
  })
  giveTo(standby)
  const standbyPort = await launch(standby)
  await ask(urlOf(port, 'postgres'), async client => {
    await client.query(`alter system set synchronous_standby_names = '*'`)
    await client.query('select pg_reload_conf()')
    await until(async () => {
      const { rows } = await client.query('select sync_state from pg_stat_replication')
      return rows.some(row => row.sync_state === 'sync')
    }, 30_000)
  })
  const address = await followingAddress(port)
  return {
    url: urlOf(address.port, 'gatehouse'),
    killPrimary: () => {
      process.kill(
        Number(readFileSync(join(primary.folder, 'postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGKILL',
      )
      address.lead(undefined)
    },
    promote: async () => {
      await ask(urlOf(standbyPort, 'postgres'), async client => {
        await client.query('select pg_promote(true, 60)')
      })
      address.lead(standbyPort)
    },
    stop: async () => {
      address.close()
      await halt(standby)
      for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const makeFolder = () => mkdtempSync(join(tmpdir(), 'gatehouse-pair-'))

async function ask(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** The files of a running database, as a base for a standby. */
async function copyRunning(client: pg.Client, from: Cluster, to: Cluster): Promise<void> {
  await client.query(`select pg_backup_start('standby', true)`)
  copy(from.folder, to.folder)
  rmSync(join(to.folder, 'postmaster.pid'))
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  writeFileSync(join(to.folder, 'backup_label'), rows[0]?.labelfile ?? '')
}

function giveTo({ folder, account: { uid, gid } }: Cluster): void {
  if (uid === undefined || gid === undefined) return
  for (const name of ['standby.signal', 'backup_label']) chownSync(join(folder, name), uid, gid)
}

interface Address {
  port: number
  /** New connections go there; those that stood are cut. Undefined: there is none, and they are refused. */
  lead(port: number | undefined): void
  close(): void
}

async function followingAddress(first: number): Promise<Address> {
  let target: number | undefined = first
  const open = new Set<Socket>()
  const server = createServer(incoming => {
    if (target === undefined) return void incoming.destroy()
    const outgoing = connect(target, '127.0.0.1')
    for (const socket of [incoming, outgoing]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        incoming.destroy()
        outgoing.destroy()
      })
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: z.parse(listening, server.address()).port,
    lead: port => {
      target = port
      cut()
    },
    close: () => {
      cut()
      server.close()
    },
  }
}

const listening = z.object({ port: z.int() })
