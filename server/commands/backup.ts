// Makes a backup of everything while the server runs or stands still: npm run backup. With --verify it proves those there are.
import { readConfig } from '../config.ts'
import { runningDatabase, startDatabase } from '../db/launcher.ts'
import { createLog } from '../log.ts'
import { apart, makeBackup, problemsOf } from '../modules/backup/backup.ts'
import { ConfigError } from '../settings/config-error.ts'
import { runCommand } from './command.ts'
import { readWords } from './words.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function run(): Promise<boolean> {
  const words = readWords(process.argv.slice(2), { values: [], switches: ['verify'] })
  const config = readConfig({
    ...process.env,
    SIMULATE: 'off',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  })
  const { backup, dataDir, databaseUrl } = config
  if (!backup) throw new ConfigError(['BACKUP_DIR: name the folder that backups go to'])
  if (!apart(backup.dir, dataDir)) throw new ConfigError(['BACKUP_DIR: must be apart from DATA_DIR'])
  if (words.has('verify')) {
    const { checked, problems } = await problemsOf(backup.dir)
    for (const problem of problems) say(problem)
    say(problems.length === 0 ? `${checked} backups are whole.` : `Of ${checked} backups not all are whole.`)
    return checked > 0 && problems.length === 0
  }
  const log = createLog(config)
  const running = databaseUrl ?? (await runningDatabase(dataDir, log))
  const database = running === undefined ? await startDatabase({ dataDir, databaseUrl, log }) : undefined
  try {
    const ownerUrl = running ?? database?.ownerUrl ?? ''
    const made = await makeBackup({ ownerUrl, dataDir, embedded: databaseUrl === undefined, config: backup })
    const { manifest, folder, secretsFolder, thinned, warnings } = made
    const packed = manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0)
    say(`${folder}: ${megabytes(manifest.unpackedBytes)} of database in ${megabytes(packed)}, proved`)
    say(`Files: ${manifest.files.files}, ${megabytes(manifest.files.bytes)}`)
    say(`Secrets: ${secretsFolder}`)
    say(
      `Any moment from ${new Date(manifest.consistentAt).toISOString()} on can be restored while changes are archived.`,
    )
    if (thinned.backups.length > 0) say(`Deleted: ${thinned.backups.join(', ')}`)
    for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`)
    return true
  } finally {
    await database?.stop()
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`

runCommand(run)
