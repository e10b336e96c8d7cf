// Puts state changes of devices into the cached lists, rows and readings.
import type { QueryClient } from '@tanstack/react-query'
import type { DeviceChange } from '../contract/messages.ts'
import { device } from '../domain/device/device.ts'
import { latestReading } from '../domain/device/latest-reading.ts'
import type { ReadingKind, Series } from '../domain/device/readings.ts'
import { patchRows } from '../resource/query.ts'
import { receiveIndoor } from './live-indoor.ts'

/** A change with the moment of the batch that brought it. */
export type HeardChange = DeviceChange & { heardAt: number }

interface Latest {
  kind: ReadingKind
  value: number
  at: number
}

/** True when states changed, so that the numbers above the lists are off. */
export const countChanges = (changes: readonly HeardChange[]): boolean =>
  changes.some(change => change.state !== undefined)

/** Takes the changes of one frame, oldest first. */
export function receiveDevices(client: QueryClient, changes: readonly HeardChange[]): void {
  patchRows(
    client,
    device,
    changes.map(
      ({
        readings: _,
        heardAt: __,
        imei: ___,
        departmentId: ____,
        settingsAt: _____,
        positionAt: ______,
        accuracy: _______,
        indoor: ________,
        ...fields
      }) => fields,
    ),
  )
  patchRows(client, latestReading, changes.map(newestOf))
  receiveIndoor(client, changes)
  for (const { imei, readings = [], settingsAt } of changes) {
    if (readings.length > 0) receiveReadings(client, imei, readings)
    // Desired against reported: what a page shows of them is no longer so.
    if (settingsAt !== undefined) void client.invalidateQueries({ queryKey: ['device', imei, 'settings'] })
  }
}

/** The row of a device in the tables of newest readings. */
function newestOf({ id, state, readings = [] }: HeardChange): { id: number } {
  const values = readings.flatMap(({ kind, value, at }) => [
    [kind, value] as const,
    [`${kind}At`, at] as const,
  ])
  return {
    id,
    ...(state !== undefined && { state }),
    ...Object.fromEntries(values),
    ...(readings.length > 0 && { measuredAt: Math.max(...readings.map(({ at }) => at)) }),
  }
}

function receiveReadings(client: QueryClient, imei: string, readings: readonly Latest[]): void {
  // Cheap for the many devices nobody looks at: their keys are not in the cache.
  for (const query of client.getQueryCache().findAll({ queryKey: ['device', imei] })) {
    const { queryKey } = query
    const take = () => {
      if (queryKey[2] === 'latest')
        client.setQueryData<Latest[]>(queryKey, latest => latest && withLatest(latest, readings))
      if (queryKey[2] === 'series')
        client.setQueryData<Series>(queryKey, series => series && withNews(series, readings))
    }
    take()
    // The answer on its way may be older than these values, and is laid over them when it comes.
    if (query.state.fetchStatus === 'fetching') query.promise?.then(take, () => undefined)
  }
}

/** The series grown by what is newer; nothing where nothing is, so that its age stays what it was. */
function withNews(series: Series, readings: readonly Latest[]): Series | undefined {
  const news = readings.filter(({ kind, at }) => kind === series.kind && at > (series.times.at(-1) ?? 0))
  if (news.length === 0) return undefined
  return {
    ...series,
    times: [...series.times, ...news.map(({ at }) => at)],
    values: [...series.values, ...news.map(({ value }) => value)],
  }
}

function withLatest(latest: readonly Latest[], readings: readonly Latest[]): Latest[] {
  const byKind = new Map(latest.map(reading => [reading.kind, reading]))
  for (const reading of readings) {
    if ((byKind.get(reading.kind)?.at ?? 0) <= reading.at) byKind.set(reading.kind, reading)
  }
  return [...byKind.values()]
}
