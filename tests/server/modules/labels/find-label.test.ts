// Finding what a label stands on: whose it is, who may read it, and how it was read.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const codeOf = (deviceId: number) =>
  server.sql(async sql => {
    const row = await sql.first<{ code: string }>('select label_code as code from device where id = $1', [
      deviceId,
    ])
    return row?.code ?? ''
  })
const find = (code: string, token: string | undefined) =>
  server.call('/api/device/label/find', { token, query: { code } })

test('every device has a code of its own, and it finds the device', async () => {
  const { here, tokens } = server
  const [own, other] = [await codeOf(here.deviceId), await codeOf(here.otherDeviceId)]
  expect(own).toMatch(/^GH-[2-9A-HJ-NP-Z]{8}$/)
  expect(own).not.toBe(other)
  expect((await find(own, tokens.admin)).data).toMatchObject({ entity: 'device', id: here.deviceId })
})

test('the address on the label, small letters and a code without its dash find it too', async () => {
  const { here, tokens } = server
  const code = await codeOf(here.deviceId)
  for (const read of [`https://x.example/#/scan?code=${code}`, code.toLowerCase(), code.replace('-', '')])
    expect((await find(read, tokens.admin)).data).toMatchObject({ id: here.deviceId })
})

test('a foreign label is answered like one that nobody has', async () => {
  const { here, there, tokens } = server
  const foreign = await codeOf(there.deviceId)
  for (const code of [foreign, 'GH-22222222', 'no label at all'])
    expect(await find(code, tokens.admin)).toMatchObject({ id: 'row.unknown' })
  // Of the own tenant, but of another department.
  const otherDepartment = await codeOf(here.otherDeviceId)
  expect((await find(otherDepartment, tokens.admin)).data).toMatchObject({ id: here.otherDeviceId })
  expect((await find(otherDepartment, tokens.patrol)).id).toBe('row.unknown')
  expect((await find(otherDepartment, tokens.visitor)).id).toBe('forbidden')
  expect((await find(otherDepartment, undefined)).code).not.toBe(0)
})

test('who may not read an entity finds nothing of it', async () => {
  const { here, tokens } = server
  const code = await codeOf(here.deviceId)
  await server.sql(sql =>
    sql.change(
      `delete from role_resource where resource_id in (select id from resource where mark = 'device.read')
         and role_id in (select role_id from account_role r join account a on a.id = r.account_id where a.username = 'patrol')`,
    ),
  )
  const token = await server.logIn('patrol')
  expect((await find(code, token)).id).toBe('row.unknown')
  expect((await find(code, tokens.admin)).data).toMatchObject({ id: here.deviceId })
})

test('a code without text is refused by name', async () => {
  expect(await find('', server.tokens.admin)).toMatchObject({ field: 'code' })
})
