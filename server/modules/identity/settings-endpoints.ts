// What a tenant's administrator does with its identity provider: reading, saving and trying its settings.
import { getProvider, saveProvider, tryProvider } from '../../../src/contract/endpoints/identity-provider.ts'
import { type ProviderRules, rolesOf } from '../../../src/domain/access/identity-provider.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { by, holdRows, named } from '../../entity/rules.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { refuseRolesBeyond } from '../access/public.ts'
import type { Identity } from './identity.ts'
import { openSecret, readProvider, type StoredProvider, sealSecret } from './read-provider.ts'
import { returnAddress } from './return-address.ts'
import { trySettings } from './try-settings.ts'

export function mountProviderSettings(handlers: Handlers, identity: Identity): void {
  const { key, publicUrl, destinations } = identity

  /** A secret that is here goes only where it was given for: else whoever may set the issuer could have it sent to them. */
  const secretFor = (
    {
      issuer,
      clientId,
      clientSecret,
    }: { issuer: string; clientId: string; clientSecret?: string | undefined },
    stored: StoredProvider,
  ): string => {
    if (clientSecret !== undefined) return clientSecret
    const same = stored.issuer === issuer && stored.clientId === clientId
    const kept = same ? openSecret(key, stored.tenantId, stored.sealed) : undefined
    if (kept === undefined) throw new Refused('field.required', { field: 'clientSecret' })
    return kept
  }
  const refuseIssuer = (issuer: string) => {
    if (!destinations.maySave(issuer)) throw new Refused('field.providerAddress', { field: 'issuer' })
  }

  handlers.handle(getProvider, async (_, { sql, person: { tenantId } }) => {
    const { sealed, tenantId: _tenant, ...shown } = await readProvider(sql, tenantId)
    const counted = await firstOf(
      sql,
      tables
        .selectFrom('provider_identity')
        .select(({ fn }) => fn.count<number>('account_id').distinct().as('people'))
        .where('tenant_id', '=', tenantId),
    )
    const people = Number(counted?.people ?? 0)
    return { ...shown, hasSecret: sealed !== undefined, people, publicUrl: publicUrl ?? null }
  })

  handlers.handle(saveProvider, async ({ version, clientSecret, ...rules }, context) => {
    const { sql, person } = context
    const { tenantId } = person
    refuseIssuer(rules.issuer)
    const before = await readProvider(sql, tenantId)
    if (before.version !== version) throw new Refused('row.changed')
    await refuseBeyond(context, rules)
    const secret = secretFor({ ...rules, clientSecret }, before)
    await store(context, { rules, version, secret: sealSecret(key, tenantId, secret) })
    const { sealed: _, version: __, updatedAt: ___, updatedBy: ____, tenantId: _____, ...was } = before
    sql.audit({
      ...by(context, tenantId),
      action: 'tenant.identityProvider',
      entity: 'tenant',
      rowId: tenantId,
      detail: {
        before: version === 0 ? null : was,
        after: rules,
        ...(clientSecret && { clientSecret: 'set' }),
      },
    })
    return null
  })

  handlers.handleApart(tryProvider, async ({ origin, ...asked }, context) => {
    refuseIssuer(asked.issuer)
    const stored = await context.scoped(sql => readProvider(sql, context.person.tenantId))
    const client = { issuer: asked.issuer, clientId: asked.clientId, clientSecret: secretFor(asked, stored) }
    return { steps: await trySettings(identity, client, returnAddress(publicUrl, origin, context)) }
  })
}

/** Whoever sets the provider up can come in as anybody whom it names, so they hold what all of them hold. */
async function refuseBeyond(context: Context, rules: ProviderRules): Promise<void> {
  const { sql, person } = context
  const { tenantId } = person
  const wanted = rolesOf(rules)
  if (wanted.length > 0 && !(await holdRows(sql, 'role', wanted, tenantId)))
    throw new Refused('field.reference', { field: 'roleId' })
  if (rules.departmentId !== null && !(await holdRows(sql, 'department', [rules.departmentId], tenantId)))
    throw new Refused('field.reference', { field: 'departmentId' })
  await refuseRolesBeyond(context, [...new Set([...wanted, ...(await rolesHeld(sql, tenantId))])], 'issuer')
}

async function rolesHeld(sql: Sql, tenantId: number): Promise<number[]> {
  const held = await rowsOf(
    sql,
    tables
      .selectFrom('account_role')
      .innerJoin('role', 'role.id', 'account_role.role_id')
      .innerJoin('account', 'account.id', 'account_role.account_id')
      .select('role.id')
      .distinct()
      .where('account_role.tenant_id', '=', tenantId)
      .where('role.removed_at', 'is', null)
      .where('account.removed_at', 'is', null)
      .where('account.highest', '=', false)
      .where('account.visitor', '=', false),
  )
  return held.map(({ id }) => id)
}

const unique = { table: { unique: { identity_provider_sign_in_name: 'signInName' } } }

/** Of two who save what they both read, one is told. */
async function store(
  { sql, person }: Context,
  { rules, version, secret }: { rules: ProviderRules; version: number; secret: Buffer },
): Promise<void> {
  const values = {
    version: version + 1,
    updated_at: Date.now(),
    updated_by: person.name,
    enabled: rules.enabled,
    name: rules.name,
    sign_in_name: rules.signInName,
    issuer: rules.issuer,
    client_id: rules.clientId,
    client_secret: secret,
    scopes: rules.scopes,
    name_claim: rules.nameClaim,
    mail_domain: rules.mailDomain,
    unknown_people: rules.unknownPeople,
    role_id: rules.roleId,
    department_id: rules.departmentId,
    links_existing: rules.linksExisting,
    passwords: rules.passwords,
    factor: rules.factor,
    acr: rules.acr,
    groups_claim: rules.groupsClaim,
    group_roles: JSON.stringify(rules.groupRoles),
  }
  const stored = await named(unique, () =>
    rowsOf(
      sql,
      tables
        .insertInto('identity_provider')
        .values({ tenant_id: person.tenantId, ...values })
        .onConflict(conflict =>
          conflict.column('tenant_id').doUpdateSet(values).where('identity_provider.version', '=', version),
        )
        .returning('tenant_id'),
    ),
  )
  if (stored.length === 0) throw new Refused('row.changed')
}
