// What the log says of an error: where it happened, and nothing of the rows, requests and keys that hang on it.
import { expect, test } from 'vitest'
import { Refused } from '../../server/http/refusal.ts'
import { createHttpServer } from '../../server/http/server.ts'
import { createLog, loggedError } from '../../server/log.ts'

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

test('a refused call is a line that says what was wrong with what, and no value; nothing in it breaks the line', async () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: line => void lines.push(line) })
  const app = await createHttpServer({ trustProxy: false }, log)
  app.get('/api/refused', async () => {
    throw new Refused('field.tooLong', { field: 'name\n{"level":"fatal"}' })
  })
  const headers = { authorization: 'Bearer secret-token' }
  await app.inject({ url: '/api/refused?phone=13800000000', headers })
  log.warn({ token: 'secret-token', person: { password: 'secret-token' } }, 'said\nin two lines')
  await app.close()
  expect(lines.map(line => line.trimEnd().split('\n').length)).toEqual(lines.map(() => 1))
  const [answered] = lines.map(line => JSON.parse(line))
  expect(answered).toMatchObject({
    level: 'info',
    msg: 'Answered',
    refused: 'field.tooLong',
    field: 'name\n{"level":"fatal"}',
    req: { method: 'GET', path: '/api/refused', from: '127.0.0.1' },
  })
  expect(answered.time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  expect(lines.join('')).not.toMatch(/secret-token|13800000000/)
})
