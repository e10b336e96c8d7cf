// The filter of alarms by a part of their place: exact about case, wildcards, short texts and strangers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  const { here, there } = server
  await server.sql(async sql => {
    await sql.change('delete from alarm')
    const places = ['3号楼 7层', '3号楼 17层', '13号楼 7层', 'Gate A', 'gate b', '50% slope', 'a_b', null]
    for (const [index, place] of [...places, ...places].entries())
      await insert(sql, 'alarm', {
        tenant_id: here.tenantId,
        type: 'smoke',
        severity: 'critical',
        status: index < places.length ? 'open' : 'handled',
        title: 'x',
        device_id: here.deviceId,
        imei: here.imei,
        device_name: 'x',
        device_kind: 'helmet',
        department_id: index % 2 ? here.departmentId : here.otherDepartmentId,
        place,
        raised_at: 1_000_000 + index,
      })
    for (const [index, place] of ['3号楼 there', 'Zoo'].entries())
      await insert(sql, 'alarm', {
        tenant_id: there.tenantId,
        type: 'smoke',
        severity: 'critical',
        title: 'x',
        device_id: there.deviceId,
        imei: there.imei,
        device_name: 'x',
        device_kind: 'helmet',
        place,
        raised_at: 2_000_000 + index,
      })
  })
})
afterAll(() => server.stop())

const ask = async (place: string, token = server.tokens.admin, more: Record<string, string> = {}) => {
  const { data } = await server.call('/api/message/alarm/page', {
    token,
    query: { place, counts: 'true', ...more },
  })
  return data as { total: number; counts: Record<string, number>; list: { place: string }[] }
}

test.each([
  ['3号楼', 6],
  ['7层', 6],
  ['17层', 2],
  ['gate', 4],
  ['GATE A', 2],
  ['%', 2],
  ['_', 2],
  ['nowhere', 0],
  ['there', 0],
  ['Zoo', 0],
  ["'; drop table alarm; --", 0],
])('%s is in %i places', async (place, total) => {
  const answer = await ask(place)
  expect(answer.total).toBe(total)
  expect(answer.list).toHaveLength(total)
  for (const row of answer.list) expect(row.place.toLowerCase()).toContain(place.toLowerCase())
  if (total > 0) expect(answer.counts).toEqual({ open: total / 2, handled: total / 2 })
})

test('strangers, the platform and people of one department find their own', async () => {
  const { stranger, root, patrol } = server.tokens
  expect(await ask('3号楼', stranger)).toMatchObject({ total: 1, list: [{ place: '3号楼 there' }] })
  expect((await ask('3号楼', root)).total).toBe(7)
  expect((await ask('Zoo', root)).total).toBe(1)
  expect((await ask('3号楼', patrol)).total).toBe(2)
  expect((await ask('3号楼', server.tokens.admin, { status: 'open' })).total).toBe(3)
})
