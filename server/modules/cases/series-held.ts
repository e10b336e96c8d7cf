// Series that are held: the positions of a device in a time, and what it measured around an alarm, a line of JSON each.
import { Readable } from 'node:stream'
import { canonical, type Json } from '../../../src/domain/case-file/canonical-json.ts'
import { AROUND_ALARM_MS, LONGEST_TRACK_DAYS } from '../../../src/domain/case-file/evidence-case.ts'
import { readingKind } from '../../../src/domain/device/readings.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { positionSource } from '../../../src/domain/track/track.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Row } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { readPoints } from '../readings/public.ts'
import { readTrack } from '../tracks/public.ts'
import type { Asking, Original, Wanted } from './original.ts'

const MOST_POINTS = 200_000

const asLines = (lines: readonly Json[]): NonNullable<Original['content']> => {
  const texts = lines.map(line => `${canonical(line)}\n`)
  return { type: 'application/jsonl', open: async () => Readable.from(texts) }
}

/** Each line: time, latitude, longitude, accuracy in metres, source. */
export async function trackOf(
  { id, name, imei }: Row,
  { from, to }: Wanted,
  { sql }: Asking,
): Promise<Original[]> {
  if (from === undefined) throw new Refused('field.required', { field: 'from' })
  if (to === undefined) throw new Refused('field.required', { field: 'to' })
  if (to < from) throw new Refused('field.periodOrder', { field: 'to' })
  const longest = from + LONGEST_TRACK_DAYS * DAY_MS
  if (to > longest) throw new Refused('field.tooBig', { field: 'to', params: { max: longest } })
  const { track } = await readTrack(sql, { deviceId: id, from, to }, MOST_POINTS)
  if (track.times.length === 0) throw new Refused('evidence.nothing')
  const lines = Array.from(track.times, (at, index) => ({
    at,
    latitude: track.latitudes[index] ?? 0,
    longitude: track.longitudes[index] ?? 0,
    accuracy: track.accuracies[index] || null,
    source: positionSource.options[(track.sources[index] ?? 0) - 1] ?? null,
  }))
  const facts = { track: { device: String(name), imei: String(imei), from, to, points: lines.length } }
  return [{ kind: 'track', label: String(name), facts, content: asLines(lines) }]
}

/** Each line: time, kind of reading, value. */
export async function readingsOf(row: Row, { asking: { sql } }: { asking: Asking }): Promise<Original[]> {
  const deviceId = Number(row.deviceId)
  const raisedAt = Number(row.raisedAt)
  const [from, to] = [raisedAt - AROUND_ALARM_MS, raisedAt + AROUND_ALARM_MS]
  const sent = await rowsOf(
    sql,
    tables.selectFrom('latest_reading').select('kind').where('device_id', '=', deviceId).orderBy('kind'),
  )
  const lines: { at: number; kind: string; value: number }[] = []
  for (const { kind } of sent) {
    const known = readingKind.safeParse(kind)
    if (!known.success) continue
    const { times, values } = await readPoints(sql, { deviceId, kind: known.data, from, to })
    for (const [at, time] of times.entries()) lines.push({ at: time, kind, value: values[at] ?? 0 })
  }
  if (lines.length === 0) throw new Refused('evidence.nothing')
  if (lines.length > MOST_POINTS) throw new Refused('evidence.tooBig')
  lines.sort((a, b) => a.at - b.at)
  const device = { device: String(row.deviceName), imei: String(row.imei) }
  const facts = { readings: { ...device, alarm: row.id, from, to, values: lines.length } }
  return [{ kind: 'readings', label: String(row.deviceName), facts, content: asLines(lines) }]
}
