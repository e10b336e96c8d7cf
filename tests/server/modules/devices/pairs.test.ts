// A search for two characters finds its devices by pairs of characters, and only those whose text holds the words.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  const { deviceId, otherDeviceId } = server.here
  await server.sql(async sql => {
    const call = (id: number, name: string, wearer: string, place: string) =>
      sql.change('update device set name = $2, wearer_name = $3, install_location = $4 where id = $1', [
        id,
        name,
        wearer,
        place,
      ])
    await call(deviceId, '安全帽', '王伟', '1号楼 Ärzte')
    await call(otherDeviceId, '烟感', '王小伟', '100%号')
    await sql.change(`update device set name = '帽', wearer_name = '王伟' where id = $1`, [
      server.there.deviceId,
    ])
  })
})
afterAll(() => server.stop())

test.each([
  ['王伟', [true, false]],
  ['伟', [true, true]],
  ['全帽', [true, false]],
  // The end of one field and the beginning of the next are no pair.
  ['帽王', [false, false]],
  ['王 伟', [false, false]],
  ['号', [true, true]],
  ['伟 1号', [true, false]],
  ['är', [true, false]],
  ['%号', [false, true]],
  ['王伟大', [false, false]],
  ['伟 1号楼 Ä', [true, false]],
  ['全帽 ', [true, false]],
])('%s', async (q, found) => {
  const { call, tokens, here } = server
  for (const path of ['device', 'latestReading']) {
    const answer = await call(`/api/device/${path}/page`, { token: tokens.admin, query: { q, size: '100' } })
    const { list } = answer.data as { list: { id: number }[] }
    const ids = list.map(({ id }) => id)
    expect([ids.includes(here.deviceId), ids.includes(here.otherDeviceId)], path).toEqual(found)
    expect(ids).not.toContain(server.there.deviceId)
  }
})

test('the pairs lead to their rows and to no others, past the wall between tenants', async () => {
  const plan = await server.sql(async sql => {
    await sql.change('set local enable_seqscan = off')
    return sql.query<{ 'QUERY PLAN': string }>(
      `explain analyze select id from device where search_pairs ilike '% 738b4f1f %'`,
    )
  })
  const text = plan.map(line => line['QUERY PLAN']).join('\n')
  // Two devices are worn by a 王伟, one here and one there.
  expect(text).toMatch(/on device_pairs_search .*\(actual .* rows=2(\.00)? /)
})
