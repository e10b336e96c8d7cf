// What the log says of an error: where it happened, and nothing of the rows, requests and keys that hang on it.
import { expect, test } from 'vitest'
import { loggedError } from '../../server/log.ts'

test('a row that the database refused is not quoted', () => {
  const error = Object.assign(new Error('null value in column "name" violates not-null constraint'), {
    code: '23502',
    detail: 'Failing row contains (7, 13800000000, $argon2id$secret).',
    where: 'PL/pgSQL function with 13800000000',
    table: 'account',
    column: 'name',
  })
  const told = loggedError(error)
  expect(told).toMatchObject({ type: 'Error', code: '23502', table: 'account', column: 'name' })
  expect(told).toMatchObject({ message: error.message, stack: error.stack })
  expect(JSON.stringify(told)).not.toMatch(/13800000000|argon2id/)
})

test('a request that failed is not kept with its key, nor in what it was caused by', () => {
  const inner = Object.assign(new TypeError('refused'), { headers: { authorization: 'Bearer key-1' } })
  const error = Object.assign(new Error('no answer', { cause: inner }), {
    config: { headers: { authorization: 'Bearer key-1' } },
    statusCode: 502,
  })
  const told = loggedError(error)
  expect(told).toMatchObject({ statusCode: 502, cause: { type: 'TypeError', message: 'refused' } })
  expect(JSON.stringify(told)).not.toContain('key-1')
})

test('causes are told, also of several and of one that causes itself', () => {
  const several = new AggregateError([new Error('one'), new Error('two')], 'both')
  expect(loggedError(several)).toMatchObject({ causes: [{ message: 'one' }, { message: 'two' }] })
  const round = new Error('round')
  round.cause = round
  expect(JSON.stringify(loggedError(round)).match(/"message":"round"/g)).toHaveLength(6)
  expect(loggedError({ password: 'secret' })).toEqual({ type: 'object' })
})
