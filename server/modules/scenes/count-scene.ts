// Counts a scene for a person: their tenant, their departments, and only figures of lists that are open to them.
import type * as z from 'zod/mini'
import type { sceneSnapshot } from '../../../src/contract/endpoints/scene.ts'
import { permissionFor } from '../../../src/domain/entity.ts'
import { holds } from '../../../src/domain/permission.ts'
import { momentOf } from '../../../src/domain/report/zone-time.ts'
import {
  countedBy,
  type FigureFacts,
  type FigureKey,
  type Filters,
  figures,
  type Moments,
} from '../../../src/domain/scene/figures.ts'
import { figuresOf, type SceneName } from '../../../src/domain/scene/scenes.ts'
import { addDays, dayIn } from '../../../src/domain/site/calendar-day.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { countGroups } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'

export type Snapshot = z.output<typeof sceneSnapshot.response>
type Asker = Pick<Context, 'person' | 'scope' | 'sql'>

interface Counted {
  key: FigureKey
  facts: FigureFacts
  store: Store
}

/** What of a scene a person gets. */
function openTo(
  scene: SceneName,
  stores: ReadonlyMap<string, Store>,
  { person }: Pick<Asker, 'person'>,
): Counted[] {
  return figuresOf(scene).flatMap(key => {
    const facts = figures[key]
    const store = stores.get(facts.entity)
    if (!store) throw new Error(`${facts.entity} has no table`)
    return holds(person.permissions, permissionFor(store.entity, 'read')) ? [{ key, facts, store }] : []
  })
}

/** People for whom this is the same get the same figures. */
export function sharedBy(
  scene: SceneName,
  stores: ReadonlyMap<string, Store>,
  context: Pick<Asker, 'person' | 'scope'>,
): string {
  const { person, scope } = context
  const counted = openTo(scene, stores, context)
  // Where rows are open by who somebody is, nobody else may see what they count.
  const own = counted.some(({ store: { table } }) => table.visible || table.account)
  return JSON.stringify([
    scene,
    scope.tenant,
    person.tenantId,
    person.departments,
    counted.map(({ key }) => key),
    own ? [person.accountId, ...[...person.permissions].sort()] : null,
  ])
}

/** So many days before, at the same time of the clock. */
function daysBefore(zone: string, { now, dayStart, today }: Moments, days: number): Moments {
  const day = addDays(today, -days)
  const start = startOfDay(zone, day)
  return { now: start + (now - dayStart), dayStart: start, today: day }
}

function startOfDay(zone: string, day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return momentOf(zone, year, month, date)
}

export async function countScene(
  scene: SceneName,
  stores: ReadonlyMap<string, Store>,
  context: Asker,
  now: number,
): Promise<Snapshot> {
  const { tenantZone: zone } = context.person
  const today = dayIn(zone, now)
  const moments: Moments = { now, today, dayStart: startOfDay(zone, today) }
  const [yesterday, lastWeek] = [daysBefore(zone, moments, 1), daysBefore(zone, moments, 7)]
  const since = await bornAt(context)
  const counted = openTo(scene, stores, context)
  const asked: { store: Store; query: Filters; by?: string }[] = []
  /** Answers where the count will stand. */
  const ask = (store: Store, query: Filters, by?: string) =>
    asked.push({ store, query, ...(by !== undefined && { by }) }) - 1
  const places = counted.map(({ key, facts, store }) => {
    const { parts } = facts
    const before = (then: Moments) =>
      then.dayStart < since ? null : ask(store, countedBy(facts, then, true))
    const query = countedBy(facts, moments)
    const whole = facts.of?.(moments) ?? (parts && query)
    return {
      key,
      parts,
      // Of what is split, one look at the whole says how many are in the figure too.
      value: parts ? null : ask(store, query),
      inFigure: parts && query[parts.by],
      of: whole ? ask(store, whole, parts?.by) : null,
      partOf: facts.of !== undefined,
      past:
        facts.today === undefined ? undefined : { yesterday: before(yesterday), lastWeek: before(lastWeek) },
    }
  })
  const groups = await countGroups(asked, context)
  const at = (place: number | null) => (place === null ? null : sumOf(groups[place] ?? []))
  return {
    moments,
    figures: places.map(({ key, value, of, partOf, parts, inFigure, past }) => {
      const words = parts && of !== null ? (groups[of] ?? []) : []
      const own = words.filter(({ word }) => !Array.isArray(inFigure) || inFigure.includes(word))
      return {
        key,
        at: now,
        value: parts ? sumOf(own) : (at(value) ?? 0),
        of: partOf ? at(of) : null,
        ...(parts && {
          parts: parts.words.flatMap(word => {
            const n = sumOf(words.filter(each => each.word === word))
            return n > 0 ? [{ word, value: n }] : []
          }),
        }),
        ...(past && { yesterday: at(past.yesterday), lastWeek: at(past.lastWeek) }),
      }
    }),
  }
}

const sumOf = (words: readonly { n: number }[]): number => words.reduce((sum, { n }) => sum + n, 0)

/** Since when the tenant has a past; the platform, which sees them all, always had one. */
async function bornAt({ person, scope, sql }: Asker): Promise<number> {
  if (scope.tenant === '*') return 0
  const tenant = await firstOf(
    sql,
    tables.selectFrom('tenant').select('created_at as createdAt').where('id', '=', person.tenantId),
  )
  return tenant?.createdAt ?? 0
}
