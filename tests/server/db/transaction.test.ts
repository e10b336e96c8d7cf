// Nobody takes a second connection while a transaction is open: refused by the data layer itself, with free connections
// and in every mode.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Data, WHOLE } from '../../../server/db/scoped.ts'
import { apart, beforehand, refuseSecond, takeRefusals } from '../../../server/db/transaction.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
let data: Data
beforeAll(async () => {
  database = await startTestDatabase()
  data = database.data
})
afterAll(() => database.stop())

const one = () =>
  data.scoped(WHOLE, async sql => (await sql.first<{ n: number }>('select 1::bigint as n'))?.n)
const phones = () =>
  data.scoped(WHOLE, async sql =>
    (await sql.query<{ phone: string }>('select phone from sms_outbox order by id')).map(row => row.phone),
  )
const put = (phone: string) => (sql: Parameters<Parameters<Data['scoped']>[1]>[0]) =>
  sql.change('insert into sms_outbox (phone, text, at) values ($1, $2, 0)', [phone, 'x'])

test('a second connection inside a transaction is refused, and the refusal is remembered although it is caught', async () => {
  await expect(data.scoped(WHOLE, () => one())).rejects.toThrow('second connection')
  expect(takeRefusals()).toHaveLength(1)
  const caught = await data.scoped(WHOLE, () => one().catch(() => 'caught'))
  expect(caught).toBe('caught')
  expect(takeRefusals()).toHaveLength(1)
  await expect(data.scoped(WHOLE, async () => refuseSecond())).rejects.toThrow('second connection')
  expect(takeRefusals()).toHaveLength(1)
  // Refused before it takes anything: all four connections are still there.
  expect(await Promise.all([one(), one(), one(), one()])).toEqual([1, 1, 1, 1])
})

test('work after the commit, work that outlives the transaction and work apart may take one', async () => {
  const told: unknown[] = []
  let left: Promise<unknown> | undefined
  let later: Promise<unknown> | undefined
  await data.scoped(WHOLE, async sql => {
    sql.afterCommit(() => void told.push(one()))
    left = new Promise(resolve => setTimeout(resolve, 0)).then(() => gate.promise).then(one)
    later = apart(one)
  })
  gate.resolve()
  expect(await Promise.all([...told, left, later])).toEqual([1, 1, 1])
})
const gate = Promise.withResolvers<void>()

test('what comes beforehand is done once, stays although the transaction is undone, and gives its answer', async () => {
  let runs = 0
  let works = 0
  const failing = data.scoped(WHOLE, async sql => {
    runs++
    await put('inside')(sql)
    const answer = await beforehand('count', async () => {
      works++
      await data.scoped(WHOLE, put('before'))
      return 7
    })
    expect(answer).toBe(7)
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect({ runs, works }).toEqual({ runs: 2, works: 1 })
  expect(await phones()).toContain('before')
  expect(await phones()).not.toContain('inside')
})

test('a transaction that has to begin again does so although somebody has caught what broke it off', async () => {
  let runs = 0
  const outcome = await data.scoped(WHOLE, async sql => {
    runs++
    const why = await sql
      .attempt(() => beforehand('fail', () => Promise.reject(new Error('wrong'))))
      .catch(error => String(error))
    await put(why)(sql)
    return why
  })
  expect({ outcome, runs }).toEqual({ outcome: 'Error: wrong', runs: 2 })
  expect((await phones()).at(-1)).toBe('Error: wrong')
  expect((await phones()).filter(phone => phone === 'Error: wrong')).toHaveLength(1)
})

test('what fails beforehand fails in its place', async () => {
  const outcome = await data.scoped(WHOLE, async () => {
    try {
      return await beforehand('fail', () => Promise.reject(new Error('wrong')))
    } catch (error) {
      if (error instanceof Error && error.message === 'wrong') return 'seen'
      throw error
    }
  })
  expect(outcome).toBe('seen')
  expect(await beforehand('nothing is open', async () => 3)).toBe(3)
})
