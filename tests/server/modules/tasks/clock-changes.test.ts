// Times of files where the clocks are set forward and back: what is written comes back as the same moment, or says why not.

import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cellOf } from '../../../../server/modules/tasks/cells.ts'
import { CellProblem, cellValue } from '../../../../server/modules/tasks/import-cells.ts'
import { stampedName, storedZone } from '../../../../server/modules/tasks/start-task.ts'
import { device } from '../../../../src/domain/device/device.ts'
import { moment } from '../../../../src/domain/fields.ts'

const BERLIN = 'Europe/Berlin'
const HOUR = 3_600_000
const written = (at: number, zone = BERLIN) => cellOf('raisedAt', at, { words: {}, zone })
const read = (text: string, zone = BERLIN) =>
  cellValue('raisedAt', z.optional(moment), text, {
    entity: device,
    words: {},
    zone,
    decimalComma: false,
    find: async () => 0,
  })
const problem = (text: string) =>
  read(text).then(
    () => undefined,
    error => (error instanceof CellProblem ? error.id : error),
  )

describe('in Berlin', () => {
  test('winter and summer each have their own hour, whenever the file is made', () => {
    expect(written(Date.UTC(2026, 0, 15, 12))).toBe('2026-01-15 13:00:00')
    expect(written(Date.UTC(2026, 6, 15, 12))).toBe('2026-07-15 14:00:00')
  })
  test('a sheet too', async () => {
    expect(await read('2026-01-15 13:00')).toBe(Date.UTC(2026, 0, 15, 12))
    expect(await read('2026-07-15 14:00:00')).toBe(Date.UTC(2026, 6, 15, 12))
    expect(await read('2026-07-15')).toBe(Date.UTC(2026, 6, 14, 22))
    // A day as spreadsheet programs count them, with its part.
    expect(await read(String((Date.UTC(2026, 6, 15, 14) - Date.UTC(1899, 11, 30)) / 86_400_000))).toBe(
      Date.UTC(2026, 6, 15, 12),
    )
  })
  test('the hour that comes twice says which one it is', async () => {
    const first = Date.UTC(2026, 9, 25, 0, 30)
    expect(written(first)).toBe('2026-10-25 02:30:00 +02:00')
    expect(written(first + HOUR)).toBe('2026-10-25 02:30:00 +01:00')
    expect(written(first + 2 * HOUR)).toBe('2026-10-25 03:30:00')
    expect(await problem('2026-10-25 02:30')).toBe('import.doubledTime')
    expect(await read('2026-10-25 02:30:00 +01:00')).toBe(first + HOUR)
  })
  test('the hour that is skipped is no time', async () => {
    expect(await problem('2026-03-29 02:30')).toBe('import.skippedTime')
    expect(await read('2026-03-29 03:00')).toBe(Date.UTC(2026, 2, 29, 1))
    expect(await read('2026-03-29 01:59')).toBe(Date.UTC(2026, 2, 29, 0, 59))
  })
  test('whatever is written is read as the same moment, all year and every quarter of an hour around the changes', async () => {
    for (const zone of [BERLIN, 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Shanghai', 'UTC', '+05:30'])
      for (const start of [
        Date.UTC(2026, 2, 28),
        Date.UTC(2026, 3, 4),
        Date.UTC(2026, 9, 3),
        Date.UTC(2026, 9, 24),
      ])
        for (let at = start; at < start + 72 * HOUR; at += HOUR / 4)
          expect(await read(String(written(at, zone)), zone), `${zone} ${new Date(at).toISOString()}`).toBe(
            at,
          )
  })
})

test('a file is named by the clocks of the person; a zone that is none is refused', () => {
  expect(stampedName('device', 'csv', BERLIN, Date.UTC(2026, 6, 15, 12))).toBe('device-20260715-140000.csv')
  expect(stampedName('device', 'csv', BERLIN, Date.UTC(2026, 9, 25, 0, 30))).toBe(
    'device-20261025-023000.csv',
  )
  expect(() => stampedName('device', 'csv', 'Mars/Olympus')).toThrow()
})

test('a task that waited since before there were zones keeps its distance from UTC', () => {
  expect(storedZone({ zone: BERLIN })).toBe(BERLIN)
  expect(written(Date.UTC(2026, 0, 1), storedZone({ offsetMinutes: -210 }))).toBe('2025-12-31 20:30:00')
  expect(written(Date.UTC(2026, 0, 1), storedZone({ offsetMinutes: 480 }))).toBe('2026-01-01 08:00:00')
})
