// Proves that the audit log is what was written, and that nothing of it is missing: npm run verify-audit
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { AUDIT_ANCHORS, openAnchorFile } from '../modules/audit/anchors.ts'
import { ANCHOR_FILE, proveChains } from '../modules/audit/chain-watch.ts'
import { runCommand, withDatabase } from './command.ts'

async function run(): Promise<boolean> {
  const config = readConfig({
    ...process.env,
    SIMULATE: 'off',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  })
  const file = openAnchorFile(join(config.dataDir, ANCHOR_FILE), config.secrets.keyFor(AUDIT_ANCHORS))
  const { tenants, lost, foreign } = await withDatabase(config, data => proveChains(data, file))
  const said = [
    ...tenants.map(({ tenantId, entries, end, broken }) =>
      broken !== undefined
        ? `Tenant ${tenantId}: entry ${broken} is not what was written`
        : end
          ? `Tenant ${tenantId}: ${entries} entries, the newest ${end.id} ${end.hash.toString('hex')}`
          : `Tenant ${tenantId}: no entries`,
    ),
    ...lost.map(
      ({ tenantId, id, at }) =>
        `Tenant ${tenantId}: entry ${id}, anchored ${new Date(at).toISOString()}, is gone or another`,
    ),
    ...foreign.map(line => `Line ${line} of ${ANCHOR_FILE} was not written by this installation`),
  ]
  const whole = lost.length === 0 && tenants.every(({ broken }) => broken === undefined)
  process.stdout.write(
    `${said.join('\n')}\n${whole ? 'The audit log is whole.' : 'The audit log is not what was written.'}\n`,
  )
  return whole && foreign.length === 0
}

runCommand(run)
