// The spoken notices of the real server: who gets in, ping and pong, who hears what, what is written down.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { insert, startServer, type TestServer } from '../../start.ts'
import { openSpoken, type Spoken, spoken, ticketOf } from './connect.ts'

let server: TestServer
const open: Spoken[] = []
beforeAll(async () => {
  server = await startServer()
  await server.sql(async sql => {
    const id = await insert(sql, 'account', {
      tenant_id: server.here.tenantId,
      username: 'elsewhere',
      name: 'Other department',
      password_hash: 'x',
      department_id: server.here.otherDepartmentId,
    })
    await sql.query(
      `insert into account_role (tenant_id, account_id, role_id)
       select $1, $2, id from role where tenant_id = $1 and name = '巡逻人员'`,
      [server.here.tenantId, id],
    )
    await sql.query(
      `update account set password_hash = (select password_hash from account where username = 'admin') where id = $1`,
      [id],
    )
  })
})
afterAll(() => server.stop())
// The next test counts who hears it: nobody of this one may be left.
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.terminate()
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 10_000, interval: 10 })
})

async function connections(): Promise<number | undefined> {
  const headers = { authorization: server.tokens.root }
  const answer = await fetch(`${server.url}/api/health`, { headers })
  const { traffic } = (await answer.json()) as { traffic?: { spokenConnections?: number } }
  return traffic?.spokenConnections
}

const enter = async (...args: [token: string, options?: Parameters<typeof spoken>[2]]) => {
  const made = await spoken(server, ...args)
  open.push(made)
  return made
}
const say = (token: string, body: unknown, headers = {}) =>
  server.call('/api/message/spoken/send', { token, body, headers })
const texts = ({ heard }: Spoken) =>
  heard.filter(text => text !== 'pong').map(text => (JSON.parse(text) as { msgContent: string }).msgContent)
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 })
/** After an answered ping, whatever was sent before it has arrived. */
async function settled(...sockets: Spoken[]): Promise<void> {
  for (const each of sockets) {
    const before = each.heard.filter(text => text === 'pong').length
    each.socket.send('{"type":"ping"}')
    await until(() => expect(each.heard.filter(text => text === 'pong').length).toBe(before + 1))
  }
}

describe('who gets in', () => {
  test('a person with a ticket, which is used up', async () => {
    const { userId, ticket, spokenUrl } = await ticketOf(server, server.tokens.admin)
    const address = `${server.url.replace('http', 'ws')}${spokenUrl}?userId=${userId}&ticket=${ticket}`
    open.push(await openSpoken(address))
    await expect(openSpoken(address)).rejects.toThrow('401')
  })

  test('nobody without a ticket, with a made-up one, with two, or with another person’s', async () => {
    const { userId, ticket } = await ticketOf(server, server.tokens.admin)
    const other = await ticketOf(server, server.tokens.stranger)
    for (const query of [
      '',
      `userId=${userId}`,
      `userId=${userId}&ticket=${'A'.repeat(32)}`,
      `userId=${other.userId}&ticket=${ticket}`,
      `userId=${userId}&ticket=${ticket}&ticket=${ticket}`,
      `userId=0x10&ticket=${ticket}`,
    ])
      await expect(spoken(server, server.tokens.admin, { query })).rejects.toThrow('401')
  })

  test('no page of another origin, and no visitor', async () => {
    await expect(
      spoken(server, server.tokens.admin, { origin: 'https://elsewhere.example' }),
    ).rejects.toThrow('403')
    await expect(spoken(server, server.tokens.visitor)).rejects.toThrow('forbidden')
    await enter(server.tokens.admin, { origin: server.url })
  })

  test('not more than twenty connections of one person', async () => {
    for (let at = 0; at < 20; at += 1) await enter(server.tokens.patrol)
    const late = await spoken(server, server.tokens.patrol)
    expect(await late.closed).toBe(1013)
  })
})

describe('what a client may say', () => {
  test('a ping is answered with pong, as it stands', async () => {
    const me = await enter(server.tokens.admin)
    me.socket.send('{"type":"ping"}')
    await until(() => expect(me.heard).toEqual(['pong']))
  })

  test.each([
    ['another type', '{"type":"notice","msgContent":"fire"}'],
    ['a ping with more in it', '{"type":"ping","msgContent":"fire"}'],
    ['no JSON', 'ping'],
    ['bytes', Buffer.from('{"type":"ping"}')],
  ])('%s closes it', async (_, message) => {
    const [me, colleague] = [await enter(server.tokens.admin), await enter(server.tokens.patrol)]
    me.socket.send(message)
    expect(await me.closed).toBe(1008)
    await settled(colleague)
    expect(texts(colleague)).toEqual([])
  })

  test('a message that is too large closes it', async () => {
    const me = await enter(server.tokens.admin)
    me.socket.send(JSON.stringify({ type: 'ping', more: 'x'.repeat(1000) }))
    expect(await me.closed).toBe(1009)
  })

  test('a flood of pings closes it', async () => {
    const me = await enter(server.tokens.stranger)
    for (let at = 0; at < 200; at += 1) me.socket.send('{"type":"ping"}')
    expect(await me.closed).toBe(1008)
  })
})

describe('who hears what', () => {
  test('without a department everybody of the tenant, and nobody else; it is audited', async () => {
    const [admin, patrol, stranger, root] = [
      await enter(server.tokens.admin),
      await enter(server.tokens.patrol),
      await enter(server.tokens.stranger),
      await enter(server.tokens.root),
    ]
    const rows: unknown[] = []
    const stop = server.app.parts.bus.on('notice.spoken', event => rows.push(event))
    const answer = await say(server.tokens.admin, { msgContent: ' 请到东门集合\n谢谢 ' })
    stop()
    expect(answer).toMatchObject({ code: 0, data: { heardBy: 2 } })
    await until(() => expect(texts(patrol)).toEqual(['请到东门集合 谢谢']))
    expect(JSON.parse(admin.heard[0] ?? '')).toMatchObject({
      type: 'notice',
      msgContent: '请到东门集合 谢谢',
      author: 'Name of admin',
      id: expect.any(String),
      at: expect.any(Number),
    })
    await settled(stranger, root)
    expect([...texts(stranger), ...texts(root)]).toEqual([])
    expect(rows).toMatchObject([{ tenantId: server.here.tenantId, author: 'Name of admin' }])
    const [entry] = await server.sql(sql =>
      sql.query(`select user_name, detail from audit where action = 'notice.speak' order by id desc limit 1`),
    )
    expect(entry).toMatchObject({ user_name: 'admin', detail: { heardBy: 2 } })
  })

  test('with a department those whose scope covers it', async () => {
    const [patrol, elsewhere] = [
      await enter(server.tokens.patrol),
      await enter(await server.logIn('elsewhere')),
    ]
    const { departmentId } = server.here
    const answer = await say(server.tokens.admin, { msgContent: 'one', departmentId })
    expect(answer.data).toEqual({ heardBy: 1 })
    await until(() => expect(texts(patrol)).toEqual(['one']))
    await settled(elsewhere)
    expect(texts(elsewhere)).toEqual([])
  })

  test('an SOS, by its scope, for those who may read alarms', async () => {
    const [admin, patrol, elsewhere, stranger] = [
      await enter(server.tokens.admin),
      await enter(server.tokens.patrol),
      await enter(await server.logIn('elsewhere')),
      await enter(server.tokens.stranger),
    ]
    const { tenantId, departmentId, imei } = server.here
    const alarm = {
      id: 1,
      tenantId,
      departmentId,
      imei,
      deviceName: 'Wristband',
      wearerName: '陈秀英',
      place: null,
      building: '3栋',
      unit: '2单元',
      roomNo: '1204',
      raisedAt: Date.now(),
    }
    server.app.parts.bus.emit('alarm.raised', {
      alarms: [
        { ...alarm, type: 'sos' },
        { ...alarm, type: 'fall' },
        { ...alarm, type: 'sos', wearerName: null, building: null, unit: null, roomNo: null },
      ],
    })
    // Each part of the place for itself: glued together, 2 and 1204 were one number.
    const lines = ['紧急求救：陈秀英，3栋 2单元 1204', '紧急求救：Wristband']
    await until(() => expect([texts(admin), texts(patrol)]).toEqual([lines, lines]))
    // The console words it for its reader: it is given the parts.
    expect(admin.heard.map(text => JSON.parse(text).alarm)).toMatchObject([
      { type: 'sos', why: 'raised', who: '陈秀英', where: ['3栋', '2单元', '1204'], times: 1 },
      { type: 'sos', who: 'Wristband', where: [] },
    ])
    await settled(elsewhere, stranger)
    expect([...texts(elsewhere), ...texts(stranger)]).toEqual([])
  })

  test('a repeated call is said once', async () => {
    const me = await enter(server.tokens.admin)
    const headers = { 'idempotency-key': 'once-1' }
    for (let at = 0; at < 3; at += 1)
      expect((await say(server.tokens.admin, { msgContent: 'once' }, headers)).data).toEqual({ heardBy: 1 })
    await settled(me)
    expect(texts(me)).toEqual(['once'])
  })
})

describe('what is refused', () => {
  test.each([
    ['an empty text', { msgContent: '   ' }, 'field.required', 'msgContent'],
    ['no text', {}, 'field.required', 'msgContent'],
    ['nothing but control characters', { msgContent: '\u0001\u0007' }, 'field.required', 'msgContent'],
    ['201 characters', { msgContent: 'x'.repeat(201) }, 'field.tooLong', 'msgContent'],
    ['NUL', { msgContent: 'a\u0000b' }, 'field.text', 'msgContent'],
    ['another type', { msgContent: ['x'] }, 'field.type', 'msgContent'],
    ['more than is asked for', { msgContent: 'x', tenantId: 1 }, 'field.unknownKey', 'tenantId'],
  ])('%s', async (_, body, id, field) => {
    expect(await say(server.tokens.admin, body)).toMatchObject({ id, field })
  })

  test('a department of another tenant, as one that does not exist', async () => {
    for (const departmentId of [server.there.departmentId, 999_999_999])
      expect(await say(server.tokens.admin, { msgContent: 'x', departmentId })).toMatchObject({
        id: 'field.reference',
        field: 'departmentId',
      })
  })

  test('whoever lacks the permission, visitors, and nobody at all', async () => {
    for (const token of [server.tokens.patrol, server.tokens.visitor])
      expect(await say(token, { msgContent: 'x' })).toMatchObject({ code: 1403 })
    expect(await server.call('/api/message/spoken/send', { body: { msgContent: 'x' } })).toMatchObject({
      code: 208,
    })
  })

  test('too much from one person', async () => {
    const token = await server.logIn('second')
    const began = Date.now()
    let said = 0
    let { code } = await say(token, { msgContent: 'x' })
    for (; code === 0; { code } = await say(token, { msgContent: 'x' })) said += 1
    expect(code).toBe(1429)
    expect(said).toBeGreaterThanOrEqual(5)
    // One more for every ten seconds that went by.
    expect(said).toBeLessThanOrEqual(5 + (Date.now() - began) / 10_000)
  })
})

// Connections are reviewed every half minute: this is not what closes it.
test('a logout closes it at once', async () => {
  const token = await server.logIn('admin')
  const me = await enter(token)
  const began = Date.now()
  await server.call('/api/auth/auth/logout', { token, body: {} })
  await me.closed
  expect(Date.now() - began).toBeLessThan(5000)
})
