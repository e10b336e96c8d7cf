// Counts of devices in lists are of those that the person may see: a patrol's are of its own departments.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  const { here } = server
  await server.sql(async sql => {
    const both = [here.deviceId, here.otherDeviceId]
    await sql.change(
      `update device set group_id = $2, category_id = $3, product_id = $4,
         department_id = case when id = $5 then $6::bigint else $7::bigint end where id = any($1)`,
      [
        both,
        here.groupId,
        here.categoryId,
        here.productId,
        here.deviceId,
        here.departmentId,
        here.otherDepartmentId,
      ],
    )
    await sql.change(`update device_state set state = 'online', drawing_id = $2 where device_id = any($1)`, [
      both,
      here.drawingId,
    ])
    await sql.change('update fence set group_ids = $2 where id = $1', [here.fenceId, [here.groupId]])
    await sql.change('delete from fence_device')
    await sql.change('delete from fence_side')
    await sql.change(
      `insert into fence_side (fence_id, device_id, tenant_id, inside, since) select $1, unnest($2::bigint[]), $3, true, 0`,
      [here.fenceId, both, here.tenantId],
    )
  })
})
afterAll(() => server.stop())

const rowOf = async (path: string, id: number, token: string) => {
  const answer = await server.call(`/api/device/${path}/get`, { token, query: { id: String(id) } })
  return answer.data ?? { id: answer.id }
}

test.each([
  ['fence', 'fenceId', { deviceCount: 2, insideCount: 2 }, { deviceCount: 1, insideCount: 1 }],
  ['drawing', 'drawingId', { deviceCount: 2 }, { deviceCount: 1 }],
  ['deviceGroup', 'groupId', { deviceCount: 2, onlineCount: 2 }, { deviceCount: 1, onlineCount: 1 }],
  ['deviceCategory', 'categoryId', { deviceCount: 2 }, { deviceCount: 1 }],
] as const)('%s', async (path, of, whole, own) => {
  const { here, there, tokens } = server
  expect(await rowOf(path, here[of], tokens.admin)).toMatchObject(whole)
  expect(await rowOf(path, here[of], tokens.patrol)).toMatchObject(own)
  expect(await rowOf(path, here[of], tokens.stranger)).toEqual({ id: 'row.unknown' })
  expect(await rowOf(path, there[of], tokens.admin)).toEqual({ id: 'row.unknown' })
  // The next to use the connection sees all again.
  expect(await rowOf(path, here[of], tokens.admin)).toMatchObject(whole)
})

test('a fence that watches one device by itself counts it for those who see it', async () => {
  const { here, tokens } = server
  await server.sql(async sql => {
    await sql.change(`update fence set group_ids = '{}' where id = $1`, [here.fenceId])
    await sql.change('insert into fence_device (fence_id, device_id, tenant_id, at) values ($1, $2, $3, 0)', [
      here.fenceId,
      here.otherDeviceId,
      here.tenantId,
    ])
  })
  expect(await rowOf('fence', here.fenceId, tokens.admin)).toMatchObject({ deviceCount: 1 })
  expect(await rowOf('fence', here.fenceId, tokens.patrol)).toMatchObject({ deviceCount: 0 })
})

test('nobody without the right to a list gets its counts', async () => {
  const { here } = server
  await server.sql(sql =>
    sql.change(
      `delete from role_resource where resource_id in (select id from resource where mark in ('fence.read', 'drawing.read'))
         and role_id in (select id from role where name = '巡逻人员' and tenant_id = $1)`,
      [here.tenantId],
    ),
  )
  const token = await server.logIn('patrol')
  expect(await rowOf('fence', here.fenceId, token)).toEqual({ id: 'forbidden' })
  expect(await rowOf('drawing', here.drawingId, token)).toEqual({ id: 'forbidden' })
})
