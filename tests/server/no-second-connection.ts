// Fails a test in which the server wanted a second database connection inside a transaction, also where somebody has
// caught the refusal.
import { afterEach, expect } from 'vitest'
import { takeRefusals } from '../../server/db/transaction.ts'

afterEach(() => {
  expect(takeRefusals().map(({ stack }) => stack)).toEqual([])
})
