// Which channels reach each person who hears of SOS or calls, and when each was last proven.
import * as z from 'zod/mini'
import type { reachability } from '../../../src/contract/endpoints/push.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { permissionFor } from '../../../src/domain/entity.ts'
import { holds } from '../../../src/domain/permission.ts'
import { wall } from '../../../src/domain/wall/wall.ts'
import { readPage } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { readResources, withAncestorsEnabled } from '../session/public.ts'

type Board = z.output<typeof reachability.response>
type Channel = Board['people'][number]['channels'][number]

/** A browser that was sent something and has not shown it for so long is not proven any more. */
const SHOWN_WITHIN_MS = 10 * MINUTE_MS
/** Only answers of push services from the last day say whether they can be reached. */
const LATELY_MS = DAY_MS
const MOST_WALLS = 200

const shownOfWall = z.pick(wall.schema, { id: true, name: true, state: true, seenAt: true })

interface PersonRow {
  userId: number
  name: string
  departmentName: string | null
  sos: boolean
  call: boolean
  seenAt: number | null
}

interface SubscriptionRow {
  accountId: number
  label: string
  createdAt: number
  lastSentAt: number | null
  lastProvenAt: number | null
  failure: string | null
}

/** `connected`: people whose consoles are connected just now. */
export async function readBoard(
  context: Context,
  connected: ReadonlySet<number>,
  walls: Store,
  now: number,
): Promise<Board> {
  const people = await readPeople(context)
  const subscriptions = await context.sql.query<SubscriptionRow>(
    `select account_id as "accountId", label, created_at as "createdAt", last_sent_at as "lastSentAt",
       last_proven_at as "lastProvenAt", failure from push_subscription
     where account_id = any($1::bigint[]) and expires_at > $2 order by id`,
    [people.map(({ userId }) => userId), now],
  )
  return {
    pushService: await readService(context, now),
    people: people.map(({ sos, call, seenAt, ...person }) => ({
      ...person,
      hears: [...(sos ? (['sos'] as const) : []), ...(call ? (['call'] as const) : [])],
      channels: [
        consoleChannel(connected.has(person.userId), seenAt, now),
        ...pushChannels(
          subscriptions.filter(each => each.accountId === person.userId),
          now,
        ),
      ],
    })),
    walls: await readWalls(walls, context),
  }
}

/** A wall that hangs dark tells nobody of an SOS either. One that was never paired, or was revoked, is expected to. */
async function readWalls(walls: Store, context: Context): Promise<Board['walls']> {
  if (!holds(context.person.permissions, permissionFor(walls.entity, 'read'))) return []
  const { list } = await readPage(
    walls,
    { state: ['live', 'silent'], sort: 'seenAt', size: MOST_WALLS },
    context,
  )
  return list.map(row => z.parse(shownOfWall, row))
}

/** People of the own tenant, and of the departments that the person sees; never visitors. */
async function readPeople({ sql, person }: Context): Promise<PersonRow[]> {
  const resources = withAncestorsEnabled(await readResources(sql))
  const opening = (permission: string) =>
    [...resources.values()].filter(each => each.mark === permission).map(each => each.id)
  const holding = (parameter: string) => `(a.highest or exists (
    select from account_role ar join role r on r.id = ar.role_id and r.removed_at is null
      join role_resource rr on rr.role_id = r.id
    where ar.account_id = a.id and rr.resource_id = any(${parameter}::bigint[])
      and (r.scope = 'tenant' or a.department_id is not null)))`
  return sql.query<PersonRow>(
    `select * from (
       select a.id as "userId", a.name, d.name as "departmentName", ${holding('$3')} as sos, ${holding('$4')} as call,
         (select max(seen_at) from session s where s.account_id = a.id) as "seenAt"
       from account a left join department d on d.id = a.department_id and d.removed_at is null
       where a.tenant_id = $1 and a.removed_at is null and a.status = 'enabled' and not a.visitor
         and ($2::bigint[] is null or a.department_id = any($2))) heard
     where sos or call order by name, "userId"`,
    [
      person.tenantId,
      person.departments === null ? null : [...person.departments],
      opening('alarm.read'),
      opening('call.answer'),
    ],
  )
}

const consoleChannel = (connected: boolean, seenAt: number | null, now: number): Channel => ({
  channel: 'console',
  label: '',
  state: connected ? 'connected' : 'none',
  lastProvenAt: connected ? now : seenAt,
  failure: null,
})

function pushChannels(rows: readonly SubscriptionRow[], now: number): Channel[] {
  if (rows.length === 0)
    return [{ channel: 'push', label: '', state: 'none', lastProvenAt: null, failure: null }]
  return rows.map(row => ({
    channel: 'push',
    label: row.label,
    state: stateOf(row, now),
    lastProvenAt: row.lastProvenAt,
    failure: row.failure,
  }))
}

function stateOf({ failure, lastSentAt, lastProvenAt }: SubscriptionRow, now: number): Channel['state'] {
  if (failure !== null) return 'failing'
  if (lastProvenAt === null) return 'unproven'
  const waiting = lastSentAt !== null && lastSentAt > lastProvenAt && lastSentAt < now - SHOWN_WITHIN_MS
  return waiting ? 'unproven' : 'proven'
}

async function readService({ sql, person }: Context, now: number): Promise<Board['pushService']> {
  const row = await sql.first<{ reached: boolean | null; tried: boolean | null }>(
    `select bool_or(failure is distinct from 'noService') as reached, bool_or(true) as tried from (
       select failure from push_delivery where tenant_id = $1 and created_at > $2
         and (accepted_at is not null or failure is not null) order by created_at desc limit 20) lately`,
    [person.tenantId, now - LATELY_MS],
  )
  if (!row?.tried) return null
  return row.reached ? 'reached' : 'unreachable'
}
