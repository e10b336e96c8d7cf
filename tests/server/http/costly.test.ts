// What costs much is asked only so often, by one person and by one tenant; who asks too often is told how long to wait.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ COSTLY_CALLS_PER_MINUTE: '1' })
})
afterAll(() => server.stop())

const startExport = (token: string) =>
  server.call('/api/device/device/export', {
    token,
    body: { format: 'csv', columns: [{ of: 'name', label: 'Name' }], zone: 'Asia/Shanghai' },
  })

test('exports: three at once, then a minute each; another person is not held up', async () => {
  const answers = []
  for (let n = 0; n < 4; n++) answers.push(await startExport(server.tokens.admin))
  expect(answers.slice(0, 3).map(({ code }) => code)).toEqual([0, 0, 0])
  const refused = answers[3]
  expect(refused).toMatchObject({
    status: 429,
    id: 'throttled.wait',
    params: { seconds: expect.any(Number) },
  })
  expect(Number(refused?.headers.get('retry-after'))).toBe(refused?.params?.seconds)
  expect(await startExport(server.tokens.root)).toMatchObject({ code: 0 })
  expect(await startExport(server.tokens.stranger)).toMatchObject({ code: 0 })
})

test('searches: by their text; a list without one costs nothing', async () => {
  const ask = (query: Record<string, string>) =>
    server.call('/api/device/device/page', { token: server.tokens.admin, query })
  const searches = []
  for (let n = 0; n < 14; n++) searches.push((await ask({ q: 'helmet' })).status)
  expect(searches[0]).toBe(200)
  expect(searches.at(-1)).toBe(429)
  for (let n = 0; n < 14; n++) expect((await ask({})).status).toBe(200)
})

test('what is refused for want of a right does not count', async () => {
  for (let n = 0; n < 5; n++)
    expect(await startExport(server.tokens.patrol)).toMatchObject({ id: 'forbidden' })
})
