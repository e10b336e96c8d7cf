// The identity provider of a tenant as it lies in the database.
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import {
  factorOf,
  NO_PROVIDER,
  type ProviderRules,
  passwordsOf,
  providerFields,
  unknownPeople,
} from '../../../src/domain/access/identity-provider.ts'
import type { IdentityProvider } from '../../db/schema-types.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { openBytes, sealBytes } from '../../sealed.ts'

export const PROVIDER_SECRETS = 'identity provider secrets'

export interface StoredProvider extends ProviderRules {
  tenantId: number
  version: number
  updatedAt: number | null
  updatedBy: string | null
  /** Sealed, and bound to its tenant. */
  sealed: Buffer | undefined
}

const boundTo = (tenantId: number) => `identity provider of ${tenantId}`

export const sealSecret = (key: Buffer, tenantId: number, secret: string): Buffer =>
  sealBytes(key, Buffer.from(secret, 'utf8'), boundTo(tenantId))

/** Undefined where there is none, or it was sealed with another key. */
export const openSecret = (key: Buffer, tenantId: number, sealed: Buffer | undefined): string | undefined =>
  sealed && openBytes(key, sealed, boundTo(tenantId))?.toString('utf8')

const rows = tables.selectFrom('identity_provider').selectAll()

/** Those that let people in, of tenants that do. */
const open = rows
  .where('enabled', '=', true)
  .where(({ exists, selectFrom }) =>
    exists(
      selectFrom('tenant')
        .select('tenant.id')
        .whereRef('tenant.id', '=', 'identity_provider.tenant_id')
        .where('tenant.removed_at', 'is', null)
        .where('tenant.status', '=', 'enabled'),
    ),
  )

function shaped(row: Selectable<IdentityProvider>): StoredProvider {
  return {
    tenantId: row.tenant_id,
    enabled: row.enabled,
    name: row.name,
    signInName: row.sign_in_name,
    issuer: row.issuer,
    clientId: row.client_id,
    scopes: row.scopes,
    nameClaim: row.name_claim,
    mailDomain: row.mail_domain,
    unknownPeople: z.parse(unknownPeople, row.unknown_people),
    roleId: row.role_id,
    departmentId: row.department_id,
    linksExisting: row.links_existing,
    passwords: z.parse(passwordsOf, row.passwords),
    factor: z.parse(factorOf, row.factor),
    acr: row.acr,
    groupsClaim: row.groups_claim,
    groupRoles: z.parse(providerFields.groupRoles, row.group_roles),
    version: row.version,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    sealed: row.client_secret,
  }
}

/** What the tenant has set up; where nobody has, what a form begins with. */
export async function readProvider(sql: Sql, tenantId: number): Promise<StoredProvider> {
  const row = await firstOf(sql, rows.where('tenant_id', '=', tenantId))
  if (row) return shaped(row)
  return { ...NO_PROVIDER, tenantId, version: 0, updatedAt: null, updatedBy: null, sealed: undefined }
}

/** Whom a sign-in address leads to; undefined where the provider, or its tenant, lets nobody in. */
export async function findProvider(sql: Sql, signInName: string): Promise<StoredProvider | undefined> {
  const row = await firstOf(sql, open.where('sign_in_name', '=', signInName))
  return row && shaped(row)
}

/** The same by its tenant. */
export async function openProvider(sql: Sql, tenantId: number): Promise<StoredProvider | undefined> {
  const row = await firstOf(sql, open.where('tenant_id', '=', tenantId))
  return row && shaped(row)
}
