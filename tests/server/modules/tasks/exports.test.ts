// Exports against the real server: files for spreadsheet programs, for their owner only, and no task is lost.
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createBus } from '../../../../server/bus.ts'
import { startTask } from '../../../../server/modules/tasks/start-task.ts'
import { sendForgotten } from '../../../../server/modules/tasks/task-job.ts'
import { codes } from '../../../../src/contract/errors.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  const { tenantId: tenant_id } = server.here
  const names = [
    '=HYPERLINK("http://x")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tTab',
    'a "quoted", one',
    'line\r\nbreak',
    '智能 & <安全>',
  ]
  for (const name of names)
    await server.sql(sql =>
      insert(sql, 'product', { tenant_id, name, sort: 7, created_at: Date.UTC(2026, 0, 1) }),
    )
})
afterAll(() => server.stop())

const start = async (format: string, more: object = {}) => {
  const answer = await server.call('/api/device/product/export', {
    token: server.tokens.admin,
    body: {
      format,
      columns: [
        { of: 'name', label: '=Name' },
        { of: 'status', label: 'Status' },
        { of: 'createdAt', label: 'Made' },
        { of: 'deviceCount', label: 'Devices' },
      ],
      words: { status: { enabled: '启用' } },
      query: { sort: 'createdAt' },
      zone: 'Asia/Shanghai',
      ...more,
    },
  })
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return (answer.data as { taskId: number }).taskId
}
const taskOf = async (id: number) =>
  (await server.call('/api/message/task/get', { token: server.tokens.admin, query: { id: String(id) } }))
    .data as { state: string; rows: number; bytes: number; reason: string | null }
const ended = (id: number) =>
  vi.waitFor(
    async () => {
      const task = await taskOf(id)
      expect(['done', 'failed', 'timeout']).toContain(task.state)
      return task
    },
    { timeout: 15_000 },
  )
const fileOf = (id: number, token: string) =>
  fetch(`${server.url}/api/message/task/file?id=${id}`, { headers: { authorization: token } })

test('CSV has its mark, CRLF, quotes, words, local times and no formula', async () => {
  const id = await start('csv')
  expect(await ended(id)).toMatchObject({ state: 'done', rows: 9 })
  const response = await fileOf(id, server.tokens.admin)
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="product-\d{8}-\d{6}\.csv"/,
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const lines = bytes.toString('utf8').slice(1).split('\r\n')
  expect(lines.slice(0, 4)).toEqual([
    `'=Name,Status,Made,Devices`,
    `"'=HYPERLINK(""http://x"")",启用,2026-01-01 08:00:00,0`,
    `'+1,启用,2026-01-01 08:00:00,0`,
    `'-1,启用,2026-01-01 08:00:00,0`,
  ])
  expect(bytes.toString('utf8')).toContain('"a ""quoted"", one"')
})

test('XLSX is a zip whose sheet holds the texts, escaped', async () => {
  const id = await start('xlsx')
  await ended(id)
  const bytes = Buffer.from(await (await fileOf(id, server.tokens.admin)).arrayBuffer())
  const name = bytes.indexOf('xl/worksheets/sheet1.xml')
  const sheet = inflateRawSync(bytes.subarray(name + 'xl/worksheets/sheet1.xml'.length)).toString('utf8')
  expect(sheet).toContain('智能 &amp; &lt;安全&gt;')
  expect(sheet).toContain('<t xml:space="preserve">=HYPERLINK(')
  expect(sheet).not.toContain('<f>')
  expect(sheet.match(/<row r=/g)).toHaveLength(10)
})

test('a category is called by its English name for who does not read Chinese, where it has one', async () => {
  const { tenantId: tenant_id, categoryId } = server.here
  await server.sql(async sql => {
    await sql.change(`update device_category set name = '智能头盔', en_name = 'Smart helmet' where id = $1`, [
      categoryId,
    ])
    const bare = await insert(sql, 'device_category', { tenant_id, name: '手环', kind: 'watch', sort: 5 })
    for (const [at, category_id] of [categoryId, bare].entries()) {
      const device_id = await insert(sql, 'device', {
        ...{ tenant_id, category_id, department_id: server.here.departmentId, kind: 'watch' },
        ...{ imei: `86990000000000${at}`, name: 'In two languages' },
      })
      await sql.query('insert into device_state (device_id, tenant_id) values ($1, $2)', [
        device_id,
        tenant_id,
      ])
    }
  })
  const linesIn = async (more: object) => {
    const answer = await server.call('/api/device/device/export', {
      token: server.tokens.admin,
      body: {
        ...{ format: 'csv', zone: 'Asia/Shanghai', query: { name: 'In two languages', sort: 'imei' } },
        columns: [{ of: 'categoryName', label: 'Category' }],
        ...more,
      },
    })
    expect(answer.code, JSON.stringify(answer)).toBe(0)
    const { taskId } = answer.data as { taskId: number }
    expect(await ended(taskId)).toMatchObject({ state: 'done' })
    return (await (await fileOf(taskId, server.tokens.admin)).text()).trim().split('\r\n').slice(1)
  }
  expect(await linesIn({ english: true })).toEqual(['Smart helmet', '手环'])
  expect(await linesIn({})).toEqual(['智能头盔', '手环'])
})

test('only its owner has the task and its file', async () => {
  const id = await start('csv')
  await ended(id)
  const second = await server.logIn('second')
  for (const token of [second, server.tokens.stranger, server.tokens.root]) {
    expect(await (await fileOf(id, token)).json()).toMatchObject({ id: 'row.unknown' })
    expect((await server.call('/api/message/task/get', { token, query: { id: String(id) } })).id).toBe(
      'row.unknown',
    )
  }
})

test('an export holds only what its owner may see when it runs', async () => {
  const id = await start('csv', { query: { name: 'there' } })
  expect(await ended(id)).toMatchObject({ state: 'done', rows: 0 })
})

test('what was running when the server died is done again, once; then it is given up', async () => {
  const { parts } = server.app
  const left = (attempts: number) =>
    server.sql(async sql => {
      const admin = await sql.first<{ id: number }>(`select id from account where username = 'admin'`)
      return insert(sql, 'task', {
        tenant_id: server.here.tenantId,
        kind: 'export',
        entity: 'product',
        format: 'csv',
        state: 'running',
        file_name: 'left.csv',
        user_id: admin?.id,
        user_name: 'admin',
        updated_at: Date.now() - 120_000,
        request: JSON.stringify({
          attempts,
          request: { format: 'csv', columns: [{ of: 'name', label: 'Name' }], zone: 'UTC' },
        }),
      })
    })
  const [once, twice] = [await left(1), await left(2)]
  await sendForgotten(parts)
  expect((await ended(once)).state).toBe('done')
  expect(await ended(twice)).toMatchObject({ state: 'timeout', reason: 'timeout' })
})

test('a column that the entity does not have is refused by name', async () => {
  const answer = await server.call('/api/device/product/export', {
    token: server.tokens.admin,
    body: { format: 'csv', columns: [{ of: 'password_hash', label: 'x' }], zone: 'UTC' },
  })
  expect(answer).toMatchObject({ id: 'field.choice', field: 'columns.0.of' })
})

test('a person has at most 20 tasks open, also when many are asked for at the same moment; colleagues go on', async () => {
  const { here } = server
  const second = await server.logIn('second')
  const own = await server.sql(sql =>
    sql.first<{ id: number }>(`select id from account where username = 'second'`),
  )
  const person = await server.app.parts.sessions.personOf(own?.id ?? 0)
  if (!person) throw new Error('Nobody is there')
  const open = () =>
    server.sql(async sql => {
      const row = await sql.first<{ n: number }>(
        `select count(*)::int as n from task where user_id = $1 and state in ('waiting', 'running')`,
        [person.accountId],
      )
      return row?.n ?? 0
    })
  // As another process would have them under way.
  await server.sql(sql =>
    sql.change(
      `insert into task (tenant_id, created_at, updated_at, kind, entity, format, file_name, user_id, user_name, request, state, started_at)
       select $1, $2, $2, 'export', 'product', 'csv', 'x', $3, 'x', '{"attempts": 1}', 'running', $2 from generate_series(1, 15)`,
      [here.tenantId, Date.now(), person.accountId],
    ),
  )
  const { jobs } = server.app.parts
  const nobodyWorks = { bus: createBus(() => {}), jobs: { ...jobs, send: async () => {} } }
  const wanted = { kind: 'export', entity: 'product', format: 'csv', fileName: 'x', request: {} } as const
  const asked = await Promise.allSettled(
    Array.from({ length: 30 }, () =>
      server.sql(sql => startTask(nobodyWorks, wanted, { person, sql, address: '' })),
    ),
  )
  expect(asked.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  expect(await open()).toBe(20)
  const ask = (token: string) =>
    server.call('/api/device/product/export', {
      token,
      body: { format: 'csv', columns: [{ of: 'name', label: 'Name' }], zone: 'UTC' },
    })
  expect(await ask(second)).toMatchObject({ code: codes.conflict, id: 'task.tooMany', params: { max: 20 } })
  expect((await ask(server.tokens.admin)).code).toBe(0)
})
