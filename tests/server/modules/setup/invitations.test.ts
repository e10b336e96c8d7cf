// An invitation lets one person in, once, with no more than whoever invited them holds.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { invite, openInvitations } from '../../../../src/contract/endpoints/invitation.ts'
import { startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const post = (path: string, body: unknown, token?: string) =>
  server.call(`/api/user/${path}`, { token, body })
const roleOf = async (name: string, tenantId = server.here.tenantId) => {
  const row = await server.sql(sql =>
    sql.first<{ id: number }>('select id from role where tenant_id = $1 and name = $2', [tenantId, name]),
  )
  return row?.id ?? 0
}
const make = async (role: string, token = server.tokens.admin, life = 'week') =>
  post('invitation/make', { forName: '王芳', roleIds: [await roleOf(role)], life }, token)
const codeOf = async (role = '值班人员') => z.parse(invite.response, (await make(role)).data)
let people = 0
const newName = () => `invited-${++people}`
const accept = (code: string, username = newName(), password = 'Chosen-2026!') =>
  post('invitation/accept', { code, username, name: '王芳', password })

test('who is invited sees what to, chooses name and password, and may log in; once', async () => {
  const { code, id } = await codeOf()
  expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
  const seen = await post('invitation/look', { code: code.toLowerCase() })
  expect(seen.data).toMatchObject({ forName: '王芳', roleNames: ['值班人员'], byName: 'Name of admin' })
  const username = newName()
  expect((await accept(code, username)).data).toEqual({ username })
  const token = await server.logIn(username, 'Chosen-2026!')
  const own = await server.call('/api/user/tenant/own', { token })
  expect(own.data).toMatchObject({ id: server.here.tenantId })
  expect(await post('invitation/look', { code })).toMatchObject({ id: 'invitation.over' })
  expect(await accept(code)).toMatchObject({ id: 'invitation.over', field: 'code' })
  const audit = await server.sql(sql =>
    sql.query(
      "select action from audit where action like 'invitation.%' and (detail->>'invitation')::bigint = $1",
      [id],
    ),
  )
  expect(audit).toHaveLength(2)
})

test('two who accept at once make one account', async () => {
  const { code } = await codeOf()
  const answers = await Promise.all([accept(code), accept(code), accept(code)])
  expect(answers.filter(({ code: outcome }) => outcome === 0)).toHaveLength(1)
})

test('only a hash is kept', async () => {
  const { code } = await codeOf()
  const rows = await server.sql(sql => sql.query('select to_jsonb(i)::text as row from invitation i'))
  expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('nobody gives more than they hold, nor roles of others', async () => {
  expect(await make('租户管理员', server.tokens.patrol)).toMatchObject({ id: 'forbidden' })
  const foreign = await roleOf('值班人员', server.there.tenantId)
  expect(
    await post('invitation/make', { forName: 'x', roleIds: [foreign], life: 'day' }, server.tokens.admin),
  ).toMatchObject({ id: 'field.reference', field: 'roleIds' })
  expect(
    await post('invitation/make', { forName: 'x', roleIds: [], life: 'day' }, server.tokens.admin),
  ).toMatchObject({ field: 'roleIds' })
  expect(await make('值班人员', server.tokens.admin, 'year')).toMatchObject({ field: 'life' })
})

test('an invitation ends with the right of whoever made it', async () => {
  const token = await server.logIn('second')
  const { data } = await make('租户管理员', token)
  const { code } = z.parse(invite.response, data)
  const setStatus = (status: string) =>
    server.sql(sql => sql.query(`update account set status = $1 where username = 'second'`, [status]))
  await setStatus('disabled')
  expect(await post('invitation/look', { code })).toMatchObject({ id: 'invitation.over' })
  expect(await accept(code)).toMatchObject({ id: 'invitation.over' })
  await setStatus('enabled')
  // Lowered since: what was promised is more than is theirs now.
  const duty = await roleOf('值班人员')
  await server.sql(sql =>
    sql.query(
      `update account_role set role_id = $1 where account_id = (select id from account where username = 'second')`,
      [duty],
    ),
  )
  expect((await accept(code)).code).not.toBe(0)
})

test('one that is over or taken back lets nobody in', async () => {
  const late = await codeOf()
  await server.sql(sql => sql.query('update invitation set expires_at = 1 where id = $1', [late.id]))
  expect(await accept(late.code)).toMatchObject({ id: 'invitation.over' })
  const back = await codeOf()
  expect(await post('invitation/withdraw', { id: back.id }, server.tokens.stranger)).toMatchObject({
    id: 'row.unknown',
  })
  expect(await post('invitation/withdraw', { id: back.id }, server.tokens.patrol)).toMatchObject({
    id: 'forbidden',
  })
  expect(await post('invitation/withdraw', { id: back.id }, server.tokens.admin)).toMatchObject({ code: 0 })
  expect(await accept(back.code)).toMatchObject({ id: 'invitation.over' })
})

test('open ones are listed to the own tenant, with what they are for', async () => {
  const { id } = await codeOf('巡逻人员')
  const list = async (token: string) =>
    z.parse(openInvitations.response, (await server.call('/api/user/invitation/open', { token })).data)
  expect(await list(server.tokens.admin)).toContainEqual(
    expect.objectContaining({ id, forName: '王芳', roleNames: ['巡逻人员'] }),
  )
  expect(await list(server.tokens.stranger)).toEqual([])
})

test('a name that is taken is refused in words and uses nothing up', async () => {
  const { code } = await codeOf()
  expect(await accept(code, 'Admin')).toMatchObject({ id: 'field.duplicate', field: 'username' })
  expect(await accept(code, 'with blank')).toMatchObject({ id: 'field.username' })
  expect(await accept(code, newName(), 'short')).toMatchObject({ id: 'field.passwordShort' })
  expect(await accept(code)).toMatchObject({ code: 0 })
})

test('the password is held to what every password is held to, and one that is refused uses nothing up', async () => {
  const { code } = await codeOf()
  const common = { id: 'field.passwordCommon', field: 'password' }
  expect(await accept(code, newName(), 'password1')).toMatchObject(common)
  expect(await accept(code, 'somebody-new', 'Somebody-New-1')).toMatchObject(common)
  await server.sql(sql =>
    sql.change(
      `insert into sign_in_rule (tenant_id, least_password, second_factor, updated_at, updated_by) values ($1, 20, 'nobody', 0, '')`,
      [server.here.tenantId],
    ),
  )
  expect(await accept(code)).toMatchObject({ id: 'field.tooShort', field: 'password', params: { min: 20 } })
  await server.sql(sql => sql.change('delete from sign_in_rule where tenant_id = $1', [server.here.tenantId]))
  expect(await accept(code)).toMatchObject({ code: 0 })
})

test('codes are not to be had by trying', async () => {
  const answers = []
  for (let n = 0; n < 60; n++) answers.push(await post('invitation/look', { code: 'AAAA-AAAA-AAAA' }))
  expect(answers.at(-1)).toMatchObject({ status: 429, id: 'throttled' })
})
