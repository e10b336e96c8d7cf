// The tenants of the demo with their departments and people. Their password is public: demo mode only.
import { randomBytes } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { keysOf } from '../../src/domain/keys.ts'
import type { Sql } from '../db/scoped.ts'
import { hashPassword } from '../modules/session/password.ts'
import { type BuiltInRole, builtInRoles } from '../seed/built-in-roles.ts'
import { seedTenantDefaults } from '../seed/tenant-defaults.ts'
import { human } from './people.ts'
import type { Place } from './places.ts'
import { chanceOf } from './random.ts'
import { insertRows } from './rows.ts'

export const DEMO_PASSWORD = 'Demo-2026!'

interface DemoAccount {
  username: string
  name: string
  phone: string
  place: Place['key'] | 'platform'
  role: BuiltInRole
  department?: string
}

/** The accounts that the start prints. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    username: 'admin',
    name: '林晓雯',
    phone: '13800000002',
    place: 'community',
    role: 'administrator',
    department: '物业服务中心',
  },
  {
    username: 'property',
    name: '陈建国',
    phone: '13800000001',
    place: 'community',
    role: 'property',
    department: '客服部',
  },
  {
    username: 'patrol',
    name: '赵勇',
    phone: '13800000003',
    place: 'community',
    role: 'patrol',
    department: '安保部',
  },
  {
    username: 'duty',
    name: '孙丽',
    phone: '13800000004',
    place: 'community',
    role: 'duty',
    department: '监控中心',
  },
  {
    username: 'site',
    name: '刘振华',
    phone: '13800000005',
    place: 'site',
    role: 'administrator',
    department: '项目部',
  },
  {
    username: 'campus',
    name: '周敏',
    phone: '13800000006',
    place: 'campus',
    role: 'administrator',
    department: '保卫处',
  },
  { username: 'root', name: '平台管理员', phone: '13800000009', place: 'platform', role: 'administrator' },
]

/** What the login screen offers to everybody who opens a demo. */
export const demoEntrance = {
  password: DEMO_PASSWORD,
  usernames: demoAccounts.map(({ username }) => username),
  phone: '13800000001',
}

/** Colleagues without a usable password, so that lists and notes name more than a handful. */
const COLLEAGUES = { community: 14, site: 10, campus: 8 } as const

export interface Staffed {
  tenantId: number
  departments: ReadonlyMap<string, number>
  roles: ReadonlyMap<BuiltInRole, number>
  people: readonly { id: number; name: string }[]
}

export interface Hashes {
  known: string
  unknown: string
}

/** One hash of the public password, one of a password that nobody knows. */
export async function demoHashes(): Promise<Hashes> {
  const [known, unknown] = await Promise.all([
    hashPassword(DEMO_PASSWORD),
    hashPassword(randomBytes(32).toString('base64url')),
  ])
  return { known, unknown }
}

async function rolesOf(sql: Sql, tenantId: number): Promise<Map<BuiltInRole, number>> {
  const rows = await sql.query<{ id: number; name: string }>(
    'select id, name from role where tenant_id = $1 and built_in and removed_at is null',
    [tenantId],
  )
  const byName = new Map(rows.map(row => [row.name, row.id]))
  const roles = new Map<BuiltInRole, number>()
  for (const key of keysOf(builtInRoles)) {
    const id = byName.get(builtInRoles[key].name)
    if (id !== undefined) roles.set(key, id)
  }
  return roles
}

async function seedDepartments(sql: Sql, tenantId: number, place: Place, now: number) {
  const ids = new Map<string, number>()
  const insert = async (entries: readonly (readonly [string, number | null])[]) => {
    const made = await insertRows(
      sql,
      'department',
      entries.map(([name, parent], index) => ({
        tenant_id: tenantId,
        version: 1,
        created_at: now,
        updated_at: now,
        name,
        parent_id: parent,
        sort: (index + 1) * 10,
      })),
      'id',
    )
    entries.forEach(([name], index) => {
      const id = made[index]
      if (id !== undefined) ids.set(name, id)
    })
  }
  await insert(Object.keys(place.departments).map(name => [name, null] as const))
  await insert(
    Object.entries(place.departments).flatMap(([parent, names]) =>
      names.map(name => [name, ids.get(parent) ?? null] as const),
    ),
  )
  return ids
}

/** Makes a place's tenant with roles, categories, departments, named accounts, colleagues and the visitor. */
export async function seedPlace(sql: Sql, place: Place, hashes: Hashes, now: number): Promise<Staffed> {
  const born = now - 400 * DAY_MS
  const [tenantId] = await insertRows(
    sql,
    'tenant',
    [{ version: 1, created_at: born, updated_at: born, status: 'enabled', ...place.tenant }],
    'id',
  )
  if (tenantId === undefined) throw new Error('The tenant was not made')
  await seedTenantDefaults(sql, tenantId, born)
  const departments = await seedDepartments(sql, tenantId, place, born)
  const roles = await rolesOf(sql, tenantId)
  const chance = chanceOf(tenantId * 31)
  const names = [...departments.keys()]
  const named = demoAccounts
    .filter(account => account.place === place.key)
    .map(account => ({ ...account, department: account.department, hash: hashes.known, visitor: false }))
  const colleagues = Array.from({ length: COLLEAGUES[place.key] }, (_, index) => {
    const person = human(chance, tenantId * 100 + index)
    return {
      username: `${place.key}${String(index + 1).padStart(2, '0')}`,
      ...person,
      role: chance.pick(['property', 'patrol', 'patrol', 'duty'] as const),
      department: chance.pick(names),
      hash: hashes.unknown,
      visitor: false,
    }
  })
  const visitors =
    place.key === 'community'
      ? [
          {
            username: 'visitor',
            name: '访客',
            phone: '',
            role: 'visitor' as const,
            department: undefined,
            hash: hashes.unknown,
            visitor: true,
          },
        ]
      : []
  const people = await seedAccounts(sql, tenantId, now, [...named, ...colleagues, ...visitors], {
    company: place.company,
    departments,
    roles,
  })
  return { tenantId, departments, roles, people: people.filter(person => person.name !== '访客') }
}

interface NewAccount {
  username: string
  name: string
  phone: string
  role: BuiltInRole
  department: string | undefined
  hash: string
  visitor: boolean
  highest?: boolean
}

async function seedAccounts(
  sql: Sql,
  tenantId: number,
  now: number,
  accounts: readonly NewAccount[],
  home: {
    company: string
    departments: ReadonlyMap<string, number>
    roles: ReadonlyMap<BuiltInRole, number>
  },
): Promise<{ id: number; name: string }[]> {
  const chance = chanceOf(tenantId * 97)
  const ids = await insertRows(
    sql,
    'account',
    accounts.map(account => {
      const born = now - chance.whole(20, 380) * DAY_MS
      return {
        tenant_id: tenantId,
        version: 1,
        created_at: born,
        updated_at: born,
        username: account.username,
        password_hash: account.hash,
        name: account.name,
        phone: account.phone || null,
        gender: account.visitor ? null : chance.pick(['male', 'female']),
        company: home.company,
        department_id: home.departments.get(account.department ?? '') ?? null,
        // One who has left: the list shows what disabled looks like.
        status: account.username.endsWith('07') ? 'disabled' : 'enabled',
        highest: account.highest ?? false,
        visitor: account.visitor,
        last_login_at: account.visitor ? null : now - chance.whole(5, 20_000) * MINUTE_MS,
      }
    }),
    'id',
  )
  const links = accounts.flatMap((account, index) => {
    const role = home.roles.get(account.role)
    const id = ids[index]
    return role === undefined || id === undefined
      ? []
      : [{ tenant_id: tenantId, account_id: id, role_id: role }]
  })
  await insertRows(sql, 'account_role', links)
  return accounts.flatMap(({ name }, index) => {
    const id = ids[index]
    return id === undefined ? [] : [{ id, name }]
  })
}

/** Makes the super administrator in the platform's tenant. */
export async function seedRoot(sql: Sql, tenantId: number, hashes: Hashes, now: number): Promise<void> {
  const roles = await rolesOf(sql, tenantId)
  const root = demoAccounts.filter(account => account.place === 'platform')
  await seedAccounts(
    sql,
    tenantId,
    now,
    root.map(account => ({
      ...account,
      department: undefined,
      hash: hashes.known,
      visitor: false,
      highest: true,
    })),
    { company: 'Gatehouse', departments: new Map(), roles },
  )
}
