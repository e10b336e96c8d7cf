// What is wrong with an IMEI is said as it is: not digits, or not as many as one has.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { refusalOf } from '../../../server/http/issues.ts'
import { imei } from '../../../src/domain/fields.ts'

test.each([
  ['123', 'field.imeiLength'],
  ['123456789012345678901', 'field.imeiLength'],
  ['12345abcde12345', 'field.imei'],
  ['86604005321100', undefined],
])('%s: %s', (text, id) => {
  const result = z.safeParse(imei, text)
  expect(result.success ? undefined : refusalOf(result.error.issues, text).id).toBe(id)
})
