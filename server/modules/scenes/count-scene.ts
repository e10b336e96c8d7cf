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
import { countRows } from '../../entity/reading.ts'
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
  const asked: { store: Store; query: Filters }[] = []
  /** Answers where the count will stand. */
  const ask = (store: Store, query: Filters) => asked.push({ store, query }) - 1
  const places = counted.map(({ key, facts, store }) => {
    const before = (then: Moments) =>
      then.dayStart < since ? null : ask(store, countedBy(facts, then, true))
    return {
      key,
      value: ask(store, countedBy(facts, moments)),
      of: facts.of ? ask(store, facts.of(moments)) : null,
      past:
        facts.today === undefined ? undefined : { yesterday: before(yesterday), lastWeek: before(lastWeek) },
    }
  })
  const counts = await countRows(asked, context)
  const at = (place: number | null) => (place === null ? null : (counts[place] ?? 0))
  return {
    moments,
    figures: places.map(({ key, value, of, past }) => ({
      key,
      at: now,
      value: counts[value] ?? 0,
      of: at(of),
      ...(past && { yesterday: at(past.yesterday), lastWeek: at(past.lastWeek) }),
    })),
  }
}

/** Since when the tenant has a past; the platform, which sees them all, always had one. */
async function bornAt({ person, scope, sql }: Asker): Promise<number> {
  if (scope.tenant === '*') return 0
  const tenant = await firstOf(
    sql,
    tables.selectFrom('tenant').select('created_at as createdAt').where('id', '=', person.tenantId),
  )
  return tenant?.createdAt ?? 0
}
