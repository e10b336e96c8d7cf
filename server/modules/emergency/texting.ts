// Messages of an emergency by text message: to whom one can be sent, within the limits, and never to more than was agreed to.
import type { TextFate } from '../../../src/domain/emergency/emergency-log.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import { reserveTexts, type Texts, writeTexts } from '../texts/public.ts'
import type { Reader } from './people.ts'

/** Hands over what is written down. */
export type TextCarrier = Pick<Texts, 'way' | 'hand'>

export interface TextPlan {
  fates: ReadonlyMap<number, TextFate>
  to: readonly { accountId: number; phone: string; name: string }[]
}

export const NO_TEXTS: TextPlan = { fates: new Map(), to: [] }

/** Before critical alarms of the same moment, behind an SOS. */
const RANK = 1

/**
 * What becomes of each person. `agreed` is how many messages the sender was told of: people may have got numbers since, and
 * nobody sends more than they meant to.
 */
export async function planTexts(
  sql: Sql,
  { way }: TextCarrier,
  { tenantId, people, agreed }: { tenantId: number; people: readonly Reader[]; agreed: number },
): Promise<TextPlan> {
  if (!way) return { fates: fatesOf(people, () => 'noCarrier'), to: [] }
  const able = people.filter(({ phone }) => phone)
  if (able.length > agreed)
    throw new Refused('emergency.moreTexts', { field: 'input.texts', params: { count: able.length } })
  const wish = { tenantId, alarmId: null, people: able.map(({ id }) => id), rank: RANK }
  const reserved = (await reserveTexts(sql, [wish], Date.now())).get(wish) ?? []
  const phones = new Map(reserved.map(({ accountId, phone }) => [accountId, phone]))
  return {
    fates: fatesOf(people, ({ id, phone }) => (!phone ? 'noPhone' : phones.has(id) ? 'asked' : 'tooMany')),
    to: people.flatMap(({ id, name }) => {
      const phone = phones.get(id)
      return phone === undefined ? [] : [{ accountId: id, phone, name }]
    }),
  }
}

const fatesOf = (people: readonly Reader[], fateOf: (person: Reader) => TextFate) =>
  new Map(people.map(person => [person.id, fateOf(person)]))

interface Sent {
  tenantId: number
  entryId: number
  title: string
  author: string
  text: string
  drill: boolean
}

/** Writes them down; they leave once the transaction stands. */
export async function sendTexts(sql: Sql, carrier: TextCarrier, sent: Sent, { to }: TextPlan): Promise<void> {
  const { way } = carrier
  if (!way) return
  const { tenantId, entryId, title, author, text, drill } = sent
  const what = `${drill ? '演练' : '应急'}：${title}`
  const message = {
    ...{ about: 'emergency' as const, what, who: author, place: text },
    text: `${what}。${text}（${author}）`,
  }
  const ids = await writeTexts(sql, { tenantId, entryId, way, message }, to)
  sql.afterCommit(() => {
    for (const id of ids) void carrier.hand(id, tenantId)
  })
}

/** What was decided for those who are told once more. */
export async function noteFates(sql: Sql, entryId: number, { fates }: TextPlan): Promise<void> {
  const byFate = Map.groupBy([...fates.keys()], id => fates.get(id) ?? 'noPhone')
  for (const [fate, ids] of byFate)
    await rowsOf(
      sql,
      tables
        .updateTable('emergency_told')
        .set({ text_fate: fate })
        .where('entry_id', '=', entryId)
        .where('account_id', 'in', ids)
        .returning('entry_id'),
    )
}
