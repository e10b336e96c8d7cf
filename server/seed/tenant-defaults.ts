// What every tenant begins with: its built-in roles and a device category for each kind of device.

import type { Scenario } from '../../src/domain/access/session-words.ts'
import { type DeviceKind, deviceKinds } from '../../src/domain/device/device.ts'
import { keysOf } from '../../src/domain/keys.ts'
import type { LeaveRules } from '../../src/domain/leave/leave-days.ts'
import { usualLeaveRules } from '../../src/domain/leave/leave-kind.ts'
import type { Sql } from '../db/scoped.ts'
import { builtInRoles, linkResources, readResourceRows, resourcesOf } from './built-in-roles.ts'

export const wordsOfKind: Readonly<Record<DeviceKind, readonly [zh: string, en: string]>> = {
  helmet: ['智能安全帽', 'Smart helmet'],
  wristband: ['智能手环', 'Wristband'],
  watch: ['智能手表', 'Watch'],
  ankleBracelet: ['电子脚环', 'Ankle bracelet'],
  locator: ['定位器', 'Locator'],
  smokeDetector: ['烟雾探测器', 'Smoke detector'],
  fireButton: ['手动火灾报警按钮', 'Manual fire button'],
  gasSensor: ['可燃气体探测器', 'Gas sensor'],
  waterPressure: ['水压传感器', 'Water-pressure sensor'],
  airSwitch: ['智能空开', 'Air switch'],
  breaker: ['智能断路器', 'Breaker'],
  camera: ['摄像机', 'Camera'],
  doorUnit: ['门禁主机', 'Door unit'],
  uwbStation: ['UWB基站', 'UWB base station'],
  electricityMeter: ['智能电表', 'Electricity meter'],
  environment: ['环境监测站', 'Environment station'],
  gateway: ['4G网关', '4G gateway'],
  dtu: ['DTU电灶', 'DTU relay'],
}

/** Makes what is missing; what the tenant changed or removed stays. Needs a scope that may write the tenant's rows. */
export async function seedTenantDefaults(sql: Sql, tenantId: number, now = Date.now()): Promise<void> {
  const tenant = await sql.first<{ scenario: Scenario }>('select scenario from tenant where id = $1', [
    tenantId,
  ])
  if (!tenant) throw new Error(`There is no tenant ${tenantId}`)
  await seedRoles(sql, tenantId, tenant.scenario, now)
  await seedLeaveTypes(sql, tenantId, now)
  await sql.query(
    `insert into device_category (tenant_id, created_at, updated_at, name, en_name, kind, sort)
     select $1, $2, $2, name, en_name, kind, n * 10
     from unnest($3::text[], $4::text[], $5::text[]) with ordinality as seed (name, en_name, kind, n)
     where not exists (select from device_category known where known.tenant_id = $1 and known.kind = seed.kind)
     order by n`,
    [
      tenantId,
      now,
      deviceKinds.map(kind => wordsOfKind[kind][0]),
      deviceKinds.map(kind => wordsOfKind[kind][1]),
      deviceKinds,
    ],
  )
}

async function seedRoles(sql: Sql, tenantId: number, scenario: Scenario, now: number): Promise<void> {
  const rules = keysOf(builtInRoles).map(key => [key, builtInRoles[key]] as const)
  const made = await sql.query<{ id: number; name: string }>(
    `insert into role (tenant_id, created_at, updated_at, name, description, scope, built_in)
     select $1, $2, $2, name, description, scope, true
     from unnest($3::text[], $4::text[], $5::text[]) with ordinality as seed (name, description, scope, n)
     where not exists (select from role known where known.tenant_id = $1 and lower(known.name) = lower(seed.name))
     order by n returning id, name`,
    [
      tenantId,
      now,
      rules.map(([, rule]) => rule.name),
      rules.map(([, rule]) => rule.description),
      rules.map(([, rule]) => rule.scope),
    ],
  )
  if (made.length === 0) return
  const resources = await readResourceRows(sql)
  const links = made.flatMap(role => {
    const key = rules.find(([, rule]) => rule.name === role.name)?.[0]
    if (!key) return []
    return [...resourcesOf(key, [scenario], resources)].map(resourceId => ({
      tenantId,
      roleId: role.id,
      resourceId,
    }))
  })
  await linkResources(sql, links)
}

async function seedLeaveTypes(sql: Sql, tenantId: number, now: number): Promise<void> {
  const kinds = keysOf(usualLeaveRules)
  const of = <Field extends keyof LeaveRules>(field: Field) => kinds.map(kind => usualLeaveRules[kind][field])
  await sql.query(
    `insert into leave_type (tenant_id, created_at, updated_at, kind, enabled, counts, halves, evidence_from, backfill_days,
       balance_days)
     select $1, $2, $2, kind, enabled, counts, halves, evidence_from, backfill_days, balance_days
     from unnest($3::text[], $4::boolean[], $5::text[], $6::boolean[], $7::int[], $8::int[], $9::int[]) with ordinality
       as seed (kind, enabled, counts, halves, evidence_from, backfill_days, balance_days, n)
     order by n on conflict do nothing`,
    [
      tenantId,
      now,
      kinds,
      of('enabled'),
      of('counts'),
      of('halves'),
      of('evidenceFrom'),
      of('backfillDays'),
      of('balanceDays'),
    ],
  )
}
