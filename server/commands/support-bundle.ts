// Packs what somebody needs who is to help from afar: npm run support-bundle [-- --log FILE] [--to FILE]
import { once } from 'node:events'
import { open, readFile, writeFile } from 'node:fs/promises'
import { request as askPlainly, type IncomingMessage } from 'node:http'
import { request as askByTls } from 'node:https'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { strToU8, zipSync } from 'fflate'
import { readConfig, settings } from '../config.ts'
import { placeCluster } from '../db/cluster.ts'
import { withConnection } from '../db/connection.ts'
import { runningDatabase } from '../db/launcher.ts'
import { createLog } from '../log.ts'
import { givenSettings, readDatabaseFacts } from '../modules/support/bundle.ts'
import { lastLines, scrubDatabaseLine, scrubLogLine } from '../modules/support/scrub.ts'
import { runCommand } from './command.ts'
import { readWords } from './words.ts'

/** Of a log no more than its end is read. */
const LOG_BYTES = 8_388_608
const HEALTH_MS = 5_000

async function run(): Promise<boolean> {
  const words = readWords(process.argv.slice(2), { values: ['log', 'to'], switches: [] })
  const config = readConfig({ ...process.env, SIMULATE: 'off' })
  const { dataDir, databaseUrl, port, consoleTls } = config
  const log = createLog({ logLevel: 'silent' })
  const url = databaseUrl ?? (await runningDatabase(dataDir, log))
  const missing: string[] = []
  const miss = (what: string) => (error: unknown) => {
    // What the error says may quote what it was asked for.
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    missing.push(`${what}: not there${code}`)
    return undefined
  }
  const logFile = words.value('log')
  const files: Record<string, unknown> = {
    'versions.json': await versions(),
    'settings.json': givenSettings(settings, process.env),
    'health.json': await health(port, consoleTls !== undefined).catch(miss('health')),
    'database.json':
      url === undefined
        ? miss('database')(undefined)
        : await withConnection(
            { connectionString: url, connectionTimeoutMillis: HEALTH_MS },
            readDatabaseFacts,
          ).catch(miss('database')),
    'server.log':
      logFile === undefined
        ? miss('log of the server, name it by --log')(undefined)
        : await endOf(resolve(logFile)).then(
            text => lastLines(text, scrubLogLine),
            miss('log of the server'),
          ),
    'postgres.log':
      databaseUrl === undefined
        ? await endOf(join(placeCluster(dataDir, log).home, 'postgres.log')).then(
            text => lastLines(text, scrubDatabaseLine),
            miss('log of the database'),
          )
        : undefined,
  }
  files['missing.json'] = missing
  const packed = zipSync(
    Object.fromEntries(
      Object.entries(files).flatMap(([name, value]) =>
        value === undefined
          ? []
          : [[name, strToU8(typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`)]],
      ),
    ),
  )
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const to = resolve(words.value('to') ?? `support-${stamp}.zip`)
  await writeFile(to, packed, { mode: 0o600, flag: 'wx' })
  for (const line of missing) process.stdout.write(`${line}\n`)
  process.stdout.write(`${to}: look into it before you send it.\n`)
  return true
}

async function versions(): Promise<object> {
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'))
  const { heapTotal, rss } = process.memoryUsage()
  return {
    gatehouse: version,
    node: process.version,
    platform: `${platform()} ${release()} ${arch()}`,
    processors: cpus().length,
    memoryBytes: totalmem(),
    ownMemory: { heapTotal, rss },
  }
}

/** As anybody may ask for it. */
async function health(port: number, tls: boolean): Promise<unknown> {
  const at = { host: '127.0.0.1', port, path: '/api/health', signal: AbortSignal.timeout(HEALTH_MS) }
  // Nothing secret is sent, and its certificate names the console, not this machine.
  const asked = (tls ? askByTls({ ...at, rejectUnauthorized: false }) : askPlainly(at)).end()
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  return answer && JSON.parse(await text(answer))
}

async function endOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = Math.min(size, LOG_BYTES)
    const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, size - bytes)
    return buffer.toString('utf8')
  } finally {
    await file.close()
  }
}

runCommand(run)
