// The base stations of a floor while somebody places them: added, moved, changed, removed, with undo. Touches no map.
import { ontoPlan, type PlanSize } from '../../domain/indoor/plan.ts'
import type { BaseStation } from './indoor-words.ts'

export interface DraftStation {
  /** The row's id, or a name of its own for a new one. */
  key: string
  id?: number
  version?: number
  name: string
  number: string
  indoorLocation: string
  x: number
  y: number
  z: number
  range: number
  status: BaseStation['status']
  serverId: number | null
}

export interface StationPlan {
  size: PlanSize
  stations: readonly DraftStation[]
  /** As they are stored, by key. */
  stored: ReadonlyMap<string, DraftStation>
  past: readonly (readonly DraftStation[])[]
  future: readonly (readonly DraftStation[])[]
  selected: string | undefined
  /** While one is dragged: how all stood before, for one step of undo. */
  held: readonly DraftStation[] | undefined
  /** Why one could not be saved, by key. */
  problems: ReadonlyMap<string, unknown>
  made: number
}

export type StationEvent =
  | { is: 'loaded'; rows: readonly BaseStation[] }
  | { is: 'added'; x: number; y: number; name: (number: number) => string }
  | { is: 'moved'; key: string; x: number; y: number; done: boolean; snap: boolean }
  | { is: 'changed'; key: string; change: Partial<DraftStation> }
  | { is: 'removed'; key: string }
  | { is: 'selected'; key: string | undefined }
  | { is: 'undo' }
  | { is: 'redo' }
  /** What became of each that was sent: the row as it is stored now, or why not. */
  | { is: 'saved'; results: readonly SaveResult[] }

export type SaveResult =
  | { key: string; row: Pick<BaseStation, 'id' | 'version'> }
  | { key: string; gone: true }
  | { key: string; error: unknown }

const STEP_METRES = 0.5
const ALIGN_METRES = 0.8
const MOST_STEPS = 100
const DEFAULT = { z: 2.6, range: 20 }

export const emptyPlan = (size: PlanSize): StationPlan => ({
  size,
  stations: [],
  stored: new Map(),
  past: [],
  future: [],
  selected: undefined,
  held: undefined,
  problems: new Map(),
  made: 0,
})

const draftOf = (row: BaseStation): DraftStation => ({
  key: String(row.id),
  id: row.id,
  version: row.version,
  name: row.name,
  number: row.number ?? '',
  indoorLocation: row.indoorLocation ?? '',
  x: row.x,
  y: row.y,
  z: row.z,
  range: row.range,
  status: row.status,
  serverId: row.serverId ?? null,
})

/**
 * The nearest half metre; along another station's row or column where one is near. Alt at the drag, or an exact figure,
 * goes around it.
 */
export function snapped(
  x: number,
  y: number,
  others: readonly { x: number; y: number }[],
): { x: number; y: number } {
  const near = (value: number, of: 'x' | 'y') =>
    others
      .map(other => other[of])
      .reduce<number | undefined>((best, at) => {
        const far = Math.abs(at - value)
        return far <= ALIGN_METRES && (best === undefined || far < Math.abs(best - value)) ? at : best
      }, undefined)
  const step = (value: number) => Math.round(value / STEP_METRES) * STEP_METRES
  return { x: near(x, 'x') ?? step(x), y: near(y, 'y') ?? step(y) }
}

const cents = (metres: number) => Math.round(metres * 100) / 100

export function stepPlan(plan: StationPlan, event: StationEvent): StationPlan {
  switch (event.is) {
    case 'loaded': {
      const stations = event.rows.map(draftOf)
      return {
        ...emptyPlan(plan.size),
        stations,
        stored: new Map(stations.map(one => [one.key, one])),
        selected: plan.selected,
        made: plan.made,
      }
    }
    case 'added': {
      const place = placed(plan, '', event.x, event.y, true)
      const made = plan.made + 1
      const key = `new-${made}`
      const station: DraftStation = {
        key,
        name: event.name(freeNumber(plan.stations, event.name)),
        number: '',
        indoorLocation: '',
        ...place,
        ...DEFAULT,
        status: 'default',
        serverId: plan.stations.at(-1)?.serverId ?? null,
      }
      return { ...withStep(plan, [...plan.stations, station]), selected: key, made }
    }
    case 'moved': {
      const place = placed(plan, event.key, event.x, event.y, event.snap)
      const stations = plan.stations.map(one => (one.key === event.key ? { ...one, ...place } : one))
      const held = plan.held ?? plan.stations
      if (!event.done) return { ...plan, stations, held, selected: event.key }
      return { ...withStep({ ...plan, stations: held, held: undefined }, stations), selected: event.key }
    }
    case 'changed': {
      const { x, y, ...rest } = event.change
      const stations = plan.stations.map(one => {
        if (one.key !== event.key) return one
        return { ...one, ...rest, ...ontoPlan(cents(x ?? one.x), cents(y ?? one.y), plan.size) }
      })
      return withStep(plan, stations)
    }
    case 'removed':
      return {
        ...withStep(
          plan,
          plan.stations.filter(({ key }) => key !== event.key),
        ),
        selected: undefined,
      }
    case 'selected':
      return plan.selected === event.key ? plan : { ...plan, selected: event.key }
    case 'undo': {
      const before = plan.past.at(-1)
      if (!before) return plan
      return {
        ...plan,
        stations: before,
        past: plan.past.slice(0, -1),
        future: [plan.stations, ...plan.future],
      }
    }
    case 'redo': {
      const [after, ...future] = plan.future
      if (!after) return plan
      return { ...plan, stations: after, past: [...plan.past, plan.stations], future }
    }
    case 'saved':
      return saved(plan, event.results)
  }
}

function withStep(plan: StationPlan, stations: readonly DraftStation[]): StationPlan {
  return {
    ...plan,
    stations,
    past: [...plan.past.slice(1 - MOST_STEPS), plan.stations],
    future: [],
    problems: new Map(),
  }
}

function placed(plan: StationPlan, key: string, x: number, y: number, snap: boolean) {
  const others = plan.stations.filter(one => one.key !== key)
  const place = snap ? snapped(x, y, others) : { x, y }
  return ontoPlan(cents(place.x), cents(place.y), plan.size)
}

function freeNumber(stations: readonly DraftStation[], name: (number: number) => string): number {
  const taken = new Set(stations.map(one => one.name))
  let number = 1
  while (taken.has(name(number))) number++
  return number
}

// Takes the results of a save in: stored stations get their new version, the others stay as drawn, with the reason.
function saved(plan: StationPlan, results: readonly SaveResult[]): StationPlan {
  const stored = new Map(plan.stored)
  const problems = new Map<string, unknown>()
  let { stations } = plan
  for (const result of results) {
    if ('error' in result) problems.set(result.key, result.error)
    else if ('gone' in result) stored.delete(result.key)
    else {
      const { id, version } = result.row
      stations = stations.map(one => (one.key === result.key ? { ...one, id, version } : one))
      const now = stations.find(({ key }) => key === result.key)
      if (now) stored.set(result.key, now)
    }
  }
  // Steps before a save speak of versions that are gone.
  return { ...plan, stations, stored, problems, past: [], future: [] }
}

/** What differs from what is stored. */
export function changesOf({ stations, stored }: StationPlan): {
  save: DraftStation[]
  remove: DraftStation[]
} {
  const here = new Set(stations.map(({ key }) => key))
  return {
    save: stations.filter(one => JSON.stringify(one) !== JSON.stringify(stored.get(one.key))),
    remove: [...stored.values()].filter(({ key }) => !here.has(key)),
  }
}
