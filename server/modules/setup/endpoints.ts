// The endpoints of the first hour: the guide, the test alarm, and invitations.
import {
  acceptInvitation,
  invite,
  lookAtInvitation,
  openInvitations,
  withdrawInvitation,
} from '../../../src/contract/endpoints/invitation.ts'
import {
  hearSetup,
  putSetupAway,
  saySetup,
  setupFacts,
  skipSetup,
  tryAlarm,
} from '../../../src/contract/endpoints/setup.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Kernel } from '../../kernel.ts'
import type { Secrets } from '../../secrets.ts'
import type { InstallationConfig } from '../../settings/installation.ts'
import type { NewestBackup } from '../backup/public.ts'
import type { Sessions } from '../session/public.ts'
import { countFacts } from './facts.ts'
import { accept, hashWith, look, makeInvitation, openOnes, withdraw } from './invitations.ts'
import { createTrials } from './trial.ts'
import { beginSetup } from './wishes.ts'

/** Test alarms ring at everybody: six at once, then one a minute. */
const TRIALS = { perSecond: 1000 / MINUTE_MS, atOnce: 6 }
const INVITATIONS = { perSecond: 5_000 / MINUTE_MS, atOnce: 30 }
/** Tries of one address at codes: 60 bits are not to be had at this pace. */
const CODES = { perSecond: 10_000 / MINUTE_MS, atOnce: 20 }

interface SetupParts extends Pick<Kernel, 'data' | 'bus'> {
  sessions: Pick<Sessions, 'personOf'>
  config: Pick<InstallationConfig, 'mqttPort' | 'mqttUrl'> & { secrets: Secrets }
  backup(): Promise<NewestBackup>
  /** Gives the built-in roles of the tenant the menus of what it has become. */
  grantMenus(sql: Sql): Promise<void>
}

export function mountSetup(handlers: Handlers, devices: Store, parts: SetupParts): void {
  const { data, bus, sessions, config, backup } = parts
  const mayTry = createBucket(TRIALS)
  const mayInvite = createBucket(INVITATIONS)
  const mayGuess = createBucket(CODES)
  const refuseUnless = (allowed: boolean) => {
    if (!allowed) throw new Refused('throttled', { status: 429 })
  }
  const broker = brokerOf(config)

  handlers.handle(setupFacts, async (_, { sql, person }) => ({
    ...(await countFacts(sql, person, Date.now())),
    backup: person.platform ? { at: (await backup()).at } : null,
    broker,
  }))

  handlers.handle(saySetup, async ({ scenarios }, context) => {
    const { sql, person } = context
    const chosen = [...new Set(scenarios)]
    await beginSetup(sql, person.tenantId)
    await rowsOf(
      sql,
      tables
        .updateTable('tenant')
        .set(({ eb }) => ({
          scenarios: chosen,
          version: eb('version', '+', 1),
          updated_at: Date.now(),
        }))
        .where('id', '=', person.tenantId)
        .returning('id'),
    )
    await parts.grantMenus(sql)
    sql.audit({
      ...by(context, person.tenantId),
      ...{
        action: 'tenant.scenarios',
        entity: 'tenant',
        rowId: person.tenantId,
        detail: { scenarios: chosen },
      },
    })
    sql.afterCommit(() => bus.emit('rights.changed', {}))
    return { scenarios: chosen }
  })

  handlers.handle(skipSetup, async ({ step, skipped }, { sql, person }) => {
    await beginSetup(sql, person.tenantId)
    const { skipped: before } = await countFacts(sql, person, Date.now())
    const after = [...before.filter(each => each !== step), ...(skipped ? [step] : [])]
    await change(sql, person.tenantId, { skipped: after })
    return { skipped: after }
  })

  handlers.handle(putSetupAway, async ({ away }, { sql, person }) => {
    await beginSetup(sql, person.tenantId)
    const putAwayAt = away ? Date.now() : null
    await change(sql, person.tenantId, { put_away_at: putAwayAt })
    return { putAwayAt }
  })

  handlers.handle(hearSetup, async (_, { sql, person }) => {
    const at = Date.now()
    await firstOf(
      sql,
      tables
        .insertInto('setup_heard')
        .values({ account_id: person.accountId, tenant_id: person.tenantId, at })
        .onConflict(conflict => conflict.column('account_id').doUpdateSet({ at }))
        .returning('at'),
    )
    return { at }
  })

  const raiseTrial = createTrials(devices, bus)
  handlers.handle(tryAlarm, async ({ imei }, context) => {
    refuseUnless(mayTry(String(context.person.tenantId)))
    return raiseTrial(imei, context)
  })

  const invitations = { data, sessions, hashOf: hashWith(config.secrets.keyFor('invitations')) }
  handlers.handle(invite, async (request, context) => {
    refuseUnless(mayInvite(String(context.person.accountId)))
    return makeInvitation(request, context, invitations.hashOf)
  })
  handlers.handle(openInvitations, (_, { sql, person }) => openOnes(sql, person.tenantId, Date.now()))
  handlers.handle(withdrawInvitation, async ({ id }, context) => {
    await withdraw(id, context)
    return { id }
  })
  handlers.handleOpen(lookAtInvitation, ({ code }, { address }) => {
    refuseUnless(mayGuess(address))
    return look(code, invitations)
  })
  handlers.handleOpen(acceptInvitation, (request, caller) => {
    refuseUnless(mayGuess(caller.address))
    return accept(request, invitations, caller)
  })
}

const change = (sql: Sql, tenantId: number, set: { skipped?: string[]; put_away_at?: number | null }) =>
  rowsOf(
    sql,
    tables
      .updateTable('tenant_setup')
      .set({ ...set, updated_at: Date.now() })
      .where('tenant_id', '=', tenantId)
      .returning('tenant_id'),
  )

/** Where devices connect, as far as the installation knows: a proxy in front may have another port. */
function brokerOf({ mqttPort, mqttUrl }: Pick<InstallationConfig, 'mqttPort' | 'mqttUrl'>) {
  if (mqttUrl === undefined) return { host: null, port: mqttPort, tls: false }
  const { protocol, hostname, port } = new URL(mqttUrl)
  const tls = protocol === 'mqtts:' || protocol === 'wss:'
  return { host: hostname, port: port ? Number(port) : tls ? 8883 : 1883, tls }
}
