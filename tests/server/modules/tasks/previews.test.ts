// Many previews of sheets at once: a few are looked into at a time, in fairness between people, and nobody else waits.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { importer, xlsx } from './sheets.ts'

let server: TestServer
let sheets: ReturnType<typeof importer>
beforeAll(async () => {
  // As few connections as there may be: a preview that held one would be felt at once.
  server = await startServer({ DATABASE_PEOPLE: '2', DATABASE_WAIT_SECONDS: '5' })
  sheets = importer(server)
})
afterAll(() => server.stop())

const preview = (id: number, token: string) =>
  server.call('/api/user/file/sheet', { token, query: { id: String(id) } })

test('22 previews at once: each is answered or told to wait, and all other calls go on meanwhile', async () => {
  const second = await server.logIn('second')
  const bytes = await xlsx([['IMEI'], ...Array.from({ length: 5_000 }, (_, at) => [`8640${at}`])])
  const own = await sheets.upload(bytes, 'a.xlsx')
  const other = await sheets.upload(bytes, 'b.xlsx', second)

  const asked = Array.from({ length: 22 }, () => preview(own, server.tokens.admin))
  const colleague = preview(other, second)
  const meanwhile = await Promise.all(
    Array.from({ length: 10 }, () => server.call('/api/device/device/page', { token: server.tokens.patrol })),
  )
  expect(meanwhile.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => 0))
  // Whoever asks once is not behind the one who asks often.
  expect(await colleague).toMatchObject({ code: 0, data: { totalRows: 5_000 } })

  const answers = await Promise.all(asked)
  const outcomes = answers.map(({ code, id }) => (code === 0 ? 'shown' : id))
  expect(outcomes.filter(each => each === 'shown')).toHaveLength(4)
  expect(outcomes.filter(each => each === 'throttled')).toHaveLength(18)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  expect(await preview(own, server.tokens.admin)).toMatchObject({ code: 0 })
}, 120_000)
