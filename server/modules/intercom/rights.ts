// How rights to doors are stored: who may open which, and whether the door unit knows it already.
import { doorRight } from '../../../src/domain/intercom/door.ts'
import type { Bus } from '../../bus.ts'
import type { Store } from '../../entity/statement.ts'
import { type Saving, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { doorOf } from './door-cards.ts'
import { wantLists } from './rights-list.ts'

const NOW = '(extract(epoch from now()) * 1000)::bigint'
const cardColumn = (column: string) => `(select x.${column} from door_card x where x.id = t.card_id)`
const deviceColumn = (column: string) => `(select x.${column} from device x where x.id = t.device_id)`

const ACCOUNT_NAME = '(select x.name from account x where x.id = t.account_id)'
const RESIDENT_NAME = `(select x.name from occupancy o join resident x on x.id = o.resident_id where o.id = t.occupancy_id)`
const CONFIRMED_AT = `(select x.confirmed_at from door_list x where x.device_id = t.device_id and x.confirmed >= x.wanted)`
const STATE = `case when t.valid_until <= ${NOW} then 'expired'
  when t.card_id is not null and ${cardColumn('state')} = 'blocked' then 'blocked'
  when t.valid_from > ${NOW} then 'planned'
  when t.card_id is not null and ${CONFIRMED_AT} is null then 'waiting' else 'active' end`

export function doorRightStore(bus: Bus): Store {
  return {
    entity: doorRight,
    table: {
      name: 'door_right',
      department: deviceColumn('department_id'),
      unique: { door_right_card: 'cardId', door_right_account: 'accountId' },
      columns: {
        tenantName: TENANT_NAME,
        deviceName: deviceColumn('name'),
        holderName: `coalesce(${cardColumn('holder_name')}, ${ACCOUNT_NAME}, ${RESIDENT_NAME}, '')`,
        cardName: cardColumn('holder_name'),
        cardInfo: cardColumn('card_info'),
        cardState: cardColumn('state'),
        accountName: ACCOUNT_NAME,
        state: STATE,
        residentName: `case when num_nonnulls(t.card_id, t.account_id) = 0 then ${RESIDENT_NAME} end`,
        // A person opens from afar: the door unit need not know them.
        syncedAt: `case when t.card_id is not null then ${CONFIRMED_AT} end`,
      },
      beforeSave: checkSaving,
      afterSave: async ({ before, tenantId, context: { sql } }) => {
        // The door that it was taken away from must forget it.
        if (before) await wantLists(sql, bus, tenantId, [Number(before.deviceId)])
      },
      afterChange: async ({ context: { sql }, id, tenantId, verb }) => {
        if (verb === 'restore') await refuseLostHolder(sql, id)
        const row = await sql.first<{ deviceId: number }>(
          'select device_id as "deviceId" from door_right where id = $1',
          [id],
        )
        if (row) await wantLists(sql, bus, tenantId, [row.deviceId])
      },
    },
  }
}

type Sql = Saving['context']['sql']

async function checkSaving(saving: Saving): Promise<Record<string, unknown> | undefined> {
  const { context, input, before, tenantId } = saving
  const value = (field: string) => (input[field] === undefined ? before?.[field] : input[field]) ?? null
  const [cardId, accountId] = [value('cardId'), value('accountId')]
  if (cardId === null && accountId === null) throw new Refused('door.oneHolder', { field: 'cardId' })
  if (cardId !== null && accountId !== null) throw new Refused('door.oneHolder', { field: 'accountId' })
  await doorOf(context, Number(value('deviceId')), tenantId, 'deviceId')
  if (cardId !== null && cardId !== before?.cardId) await checkCard(saving, Number(cardId))
  if (accountId !== null && accountId !== before?.accountId) await checkAccount(saving, Number(accountId))
  const [from, until] = [value('validFrom'), value('validUntil')]
  if (from !== null && until !== null && Number(from) >= Number(until))
    throw new Refused('field.limitOrder', { field: 'validUntil' })
  return before ? undefined : { granted_by: context.person.name }
}

const scopeOf = ({ context: { person } }: Saving) =>
  person.departments === null ? null : [...person.departments]

async function checkCard(saving: Saving, cardId: number): Promise<void> {
  const card = await saving.context.sql.first<{ written: boolean; state: string }>(
    `select card_info is not null as written, state from door_card where id = $1 and tenant_id = $2
       and removed_at is null and ($3::bigint[] is null or department_id = any($3)) for key share`,
    [cardId, saving.tenantId, scopeOf(saving)],
  )
  if (!card) throw new Refused('field.reference', { field: 'cardId' })
  if (!card.written || card.state === 'blocked') throw new Refused('door.cardNotIssued', { field: 'cardId' })
}

// Visitors never unlock: a right of theirs would promise what the door refuses.
async function checkAccount(saving: Saving, accountId: number): Promise<void> {
  const account = await saving.context.sql.first(
    `select id from account where id = $1 and tenant_id = $2 and removed_at is null and not visitor
       and ($3::bigint[] is null or department_id = any($3)) for key share`,
    [accountId, saving.tenantId, scopeOf(saving)],
  )
  if (!account) throw new Refused('field.reference', { field: 'accountId' })
}

async function refuseLostHolder(sql: Sql, id: number): Promise<void> {
  // Who removes the person waits for this, and then takes the right away again.
  await sql.query(
    'select a.id from account a join door_right r on r.account_id = a.id where r.id = $1 for key share of a',
    [id],
  )
  const kept = await sql.first(
    `update door_right r set removed_along = false where r.id = $1
       and not exists (select from account a where a.id = r.account_id and a.removed_at is not null) returning r.id`,
    [id],
  )
  if (!kept) throw new Refused('field.reference', { field: 'accountId' })
  // Who has moved out meanwhile waits for the same row, and then takes the right away again.
  const over = await sql.first(
    `select o.state from occupancy o join door_right r on r.occupancy_id = o.id
     where r.id = $1 and o.state <> 'active' for key share of o`,
    [id],
  )
  if (over) throw new Refused('state.transition')
}
