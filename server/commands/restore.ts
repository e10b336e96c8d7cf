// Restores a backup up to a moment, into an empty folder: npm run restore -- --to FOLDER --at 2031-05-04T12:00:00Z
import { join, resolve } from 'node:path'
import { withConnection } from '../db/connection.ts'
import { compareSchema } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { createData } from '../db/scoped.ts'
import { createLog } from '../log.ts'
import { AUDIT_ANCHORS, openAnchorFile } from '../modules/audit/anchors.ts'
import { ANCHOR_FILE, proveChains } from '../modules/audit/chain-watch.ts'
import { type Restored, restore } from '../modules/backup/restore.ts'
import { readSecrets } from '../secrets.ts'
import { ConfigError } from '../settings/config-error.ts'
import { runCommand } from './command.ts'
import { readWords } from './words.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const stamp = (at: number) => new Date(at).toISOString()

async function run(): Promise<boolean> {
  const words = readWords(process.argv.slice(2), {
    values: ['to', 'at', 'from', 'secrets', 'postgres'],
    switches: [],
  })
  const [to, from] = [words.value('to'), words.value('from') ?? process.env.BACKUP_DIR?.trim()]
  if (to === undefined) throw new ConfigError(['--to: name the empty folder to restore into'])
  if (!from) throw new ConfigError(['--from: name the folder of backups, or set BACKUP_DIR'])
  const log = createLog({ logLevel: 'warn' })
  const secretsDir = words.value('secrets') ?? process.env.BACKUP_SECRETS_DIR?.trim()
  const postgres = words.value('postgres')
  const restored = await restore({
    ...{ from: resolve(from), to: resolve(to), at: momentOf(words.value('at')), log, now: Date.now() },
    secretsDir: secretsDir ? resolve(secretsDir) : undefined,
    postgres: postgres === undefined ? undefined : resolve(postgres),
  })
  let whole: boolean
  try {
    whole = await prove(restored, resolve(to))
  } finally {
    await restored.stop()
  }
  const { backup, reached, gap, files, damaged } = restored
  say(
    `Backup ${backup}, with changes up to ${reached === undefined ? 'none' : stamp(reached)}. Files: ${files}.`,
  )
  for (const path of damaged) say(`files/${path} is damaged or missing in the backup`)
  if (gap) say('Changes are missing in the archive: what came after that moment could not be restored.')
  say(
    `Start the server with DATA_DIR=${resolve(to)}, and with another BACKUP_DIR while the old one still runs.`,
  )
  return whole && !gap && damaged.length === 0
}

function momentOf(text: string | undefined): number | undefined {
  if (text === undefined || text === 'latest') return undefined
  const at = Date.parse(text)
  if (!/(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(at))
    throw new ConfigError(['--at: must be a moment with its zone, such as 2031-05-04T12:00:00Z'])
  return at
}

/** Schema and audit log of what was restored. */
async function prove({ ownerUrl }: Restored, dataDir: string): Promise<boolean> {
  const schema = await withConnection({ connectionString: ownerUrl }, compareSchema)
  for (const name of schema.changed) say(`The migration ${name} is not the one that this program has`)
  if (schema.unknown.length > 0) say(`Made by a newer program: ${schema.unknown.join(', ')}`)
  if (schema.missing.length > 0) say(`Migrations that the next start will make: ${schema.missing.length}`)
  // Whether the folder was filled in demo mode is the server's question when it starts.
  const secrets = readSecrets({
    file: join(dataDir, 'secrets.json'),
    given: process.env.SECRET_KEY?.trim() || undefined,
    demo: true,
  })
  if ('refused' in secrets) throw new ConfigError([secrets.refused])
  const pool = createPool({ url: ownerUrl, log: createLog({ logLevel: 'warn' }), connections: 2 })
  try {
    const file = openAnchorFile(join(dataDir, ANCHOR_FILE), secrets.keyFor(AUDIT_ANCHORS))
    const { tenants, lost, foreign } = await proveChains(createData(pool), file)
    const torn = tenants.filter(({ broken }) => broken !== undefined)
    const entries = tenants.reduce((sum, tenant) => sum + tenant.entries, 0)
    const well = torn.length === 0 && lost.length === 0 && foreign.length === 0
    say(
      well
        ? `The audit log is whole: ${entries} entries.`
        : 'The audit log is not what was written: npm run verify-audit',
    )
    return well && schema.changed.length === 0 && schema.unknown.length === 0
  } finally {
    await pool.end()
  }
}

runCommand(run)
