// Hostile requests that no schema sees: lies about lengths, addresses that climb, headers that pretend, own profiles.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentDisposition } from '../../../server/http/disposition.ts'
import { startServer, type TestServer } from '../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** What comes back on a connection until it closes, or until `ms` have passed where it is to stay open. */
function raw(text: string, ms?: number): Promise<string> {
  return new Promise(resolve => {
    const { hostname, port } = new URL(server.url)
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(text))
    let heard = ''
    const done = () => {
      socket.destroy()
      resolve(heard)
    }
    socket.on('data', chunk => {
      heard += chunk.toString()
    })
    socket.on('close', done).on('error', done)
    if (ms !== undefined) setTimeout(done, ms)
  })
}
const head = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...lines, '', ''].join(
    '\r\n',
  )
const LOGIN = '/api/auth/auth/login'
const body = JSON.stringify({ username: 'admin', password: 'nothing-of-the-kind' })

describe('lengths that lie', () => {
  test('a body longer than announced is cut, and its rest is no second request', async () => {
    const second = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const heard = await raw(`${head(LOGIN, 'Content-Length: 10')}${body}${second}`)
    expect(heard).not.toContain('"database"')
    expect(heard).toMatch(/400/)
  })
  test('a body shorter than announced is waited for and answered by nobody', async () => {
    expect(await raw(`${head(LOGIN, `Content-Length: ${body.length + 50}`)}${body}`, 1500)).toBe('')
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  })
  test.each([
    ['twice', ['Content-Length: 5', 'Content-Length: 6']],
    ['beside chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['below nothing', ['Content-Length: -1']],
    ['in words', ['Content-Length: many']],
  ])('a length given %s is refused', async (_, lines) => {
    expect(await raw(`${head(LOGIN, ...lines)}${body}`)).toMatch(/^HTTP\/1\.1 400 /)
  })
  test('too large by its own word is refused before its bytes come', async () => {
    expect(await raw(head(LOGIN, 'Content-Length: 999999999'))).toMatch(/^HTTP\/1\.1 413 /)
  })
})

test.each([
  '/../package.json',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%5c..%5cpackage.json',
  '/assets/%00',
  '//etc/passwd',
  '/api/../../etc/passwd',
  '/api/message/task/file?id=../../secrets.json',
])('%s leads nowhere', async path => {
  const heard = await raw(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${server.tokens.admin}\r\nConnection: close\r\n\r\n`,
  )
  expect(heard).toMatch(/^HTTP\/1\.1 (200|40[034]) /)
  expect(heard).not.toMatch(/root:x:|"dependencies"|secretKey|node_modules/)
})

test('a file name cannot break out of its header', () => {
  const value = contentDisposition('a\r\nSet-Cookie: x=1"; filename=b.html\u0000智能.csv')
  expect(value).toMatch(/^attachment; filename="[^"]+"; filename\*=UTF-8''[^ ;"]+$/)
  expect(value).toMatch(/^[\x20-\x7e]+$/)
})

test('an address in a header does not make a guesser somebody else', async () => {
  const guess = (n: number) =>
    server.call(LOGIN, {
      body: { username: 'there.worker', password: `guess ${n}` },
      headers: { 'x-forwarded-for': `10.0.0.${n}`, 'x-real-ip': `10.0.0.${n}` },
    })
  const ids = []
  for (let n = 0; n < 6; n++) ids.push((await guess(n)).id)
  expect(ids.at(-1)).toBe('session.throttled')
  await server.sql(sql => sql.change('delete from login_failure'))
})

test('an address of a script, and a picture from elsewhere, are no image', async () => {
  for (const image of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>',
    '//x.example/a.png',
  ]) {
    const answer = await server.call('/api/device/product/save', {
      token: server.tokens.admin,
      body: { name: 'pictured', sort: 1, status: 1, image },
    })
    expect([image, answer.field]).toEqual([image, 'image'])
  }
})

test('nobody gives themselves a tenant, a role beyond their own, or the highest authorization', async () => {
  const { here, there, tokens } = server
  const list = async (entity: string, query: Record<string, string>, token = tokens.admin) =>
    ((await server.call(`/api/user/${entity}/page`, { token, query })).data as { list: Row[] }).list
  const [own] = await list('user', { username: 'admin' })
  const save = (more: object) =>
    server.call('/api/user/user/save', {
      token: tokens.admin,
      body: {
        id: own?.id,
        version: own?.version,
        username: 'admin',
        name: 'admin',
        roleIds: own?.roleIds,
        ...more,
      },
    })
  expect(await save({ tenantId: there.tenantId })).toMatchObject({ id: 'field.reference', field: 'tenantId' })
  expect(await save({ roleIds: [there.roleId] })).toMatchObject({ id: 'field.reference', field: 'roleIds' })
  expect(await save({ highest: true })).toMatchObject({ id: 'field.unknownKey', field: 'highest' })
  const everything = await server.sql(async sql => {
    const role = await sql.first<{ id: number }>(
      `insert into role (tenant_id, created_at, updated_at, name, scope) values ($1, 0, 0, 'everything', 'tenant') returning id`,
      [here.tenantId],
    )
    await sql.change(
      'insert into role_resource (tenant_id, role_id, resource_id) select $1, $2, id from resource',
      [here.tenantId, role?.id],
    )
    return role?.id
  })
  expect(await save({ roleIds: [everything] })).toMatchObject({
    id: 'forbidden.escalation',
    field: 'roleIds',
  })
})

interface Row {
  id: number
  version: number
  roleIds?: number[]
}

test.each(['PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])('%s is no way in', async method => {
  const heard = await raw(
    `${method} /api/device/device/page HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${server.tokens.admin}\r\nConnection: close\r\n\r\n`,
  )
  expect(heard).toMatch(/^HTTP\/1\.1 40[0-5] /)
})

test('a header of a megabyte is refused and the server stands', async () => {
  const heard = await raw(
    `GET /api/health HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`,
  )
  expect(heard).toMatch(/^(HTTP\/1\.1 4\d\d |$)/)
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
})

test('a stranger is not told which release runs here', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  for (const path of [
    '/api/openapi.json',
    '/api/docs',
    '/api/docs/start.js',
    '/api/health',
    '/api/nothing',
  ]) {
    const answer = await fetch(`${server.url}${path}`)
    const told = JSON.stringify([await answer.text(), [...answer.headers]])
    expect([path, told.includes(version)]).toEqual([path, false])
  }
})
