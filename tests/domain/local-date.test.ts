// Days of the calendar as they are written.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { localDate } from '../../src/domain/fields.ts'

test.each(['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31'])('%s is a day', day =>
  expect(z.safeParse(localDate, day).success).toBe(true),
)

test.each([
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-1-1',
  '',
  '2026-01-01T00:00:00Z',
  '２０２６-01-01',
  20260101,
])('%s is no day', day => expect(z.safeParse(localDate, day).success).toBe(false))
