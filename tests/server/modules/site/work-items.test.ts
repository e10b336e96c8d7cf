// Open work: who it falls to sees it and finishes it, whatever department they are held to; their neighbours do not.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { command, list, made, type Row, refusal, save } from './site.ts'

let server: TestServer
let patrol: Row
let other: Row
beforeAll(async () => {
  server = await startServer()
  const account = await server.sql(sql =>
    sql.first<{ id: number }>(`select id from account where username = 'patrol' and tenant_id = $1`, [
      server.here.tenantId,
    ]),
  )
  patrol = await made(save(server, 'worker', { name: 'Patrol', accountId: account?.id }))
  other = await made(save(server, 'worker', { name: 'Somebody else' }))
})
afterAll(() => server.stop())

const work = (assigneeId: number) =>
  made(save(server, 'workItem', { title: 'Change the call point', assigneeId, dueOn: '2026-11-24' }))

test('work without a department reaches whom it names, who is held to one', async () => {
  const own = await work(patrol.id)
  const foreign = await work(other.id)
  const seen = await list(server, 'workItem', {}, server.tokens.patrol)
  expect(seen.map(({ id }) => id)).toEqual([own.id])
  const finish = (id: number) =>
    command(
      server,
      'workItem/finish',
      { ids: [id], input: { outcome: 'Changed' } },
      { token: server.tokens.patrol },
    )
  expect(refusal(await finish(own.id))).toBeUndefined()
  expect(refusal(await finish(foreign.id))).toBe('row.unknown')
})
