// A command for all rows that a filter finds: the rows of that moment, as a task, with a result for each.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { taskJob } from '../../../../server/modules/tasks/task-job.ts'
import { type Answer, insert, startServer, type TestServer } from '../../start.ts'
import { addDevices } from '../life/fleet.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const said = {
  title: '入库',
  row: '设备',
  result: '结果',
  done: '完成',
  left: '未处理',
  errors: { 'state.transition': '没有这种状态转换', 'device.recycled': '已回收' },
}
const give = (
  path: string,
  query: Record<string, unknown>,
  expected: number,
  { token = server.tokens.admin, ...more }: { token?: string; input?: object; nameOf?: string } = {},
): Promise<Answer> =>
  server.call(`/api/device/device/${path}/found`, {
    token,
    body: { query, expected, nameOf: 'name', said, zone: 'Asia/Shanghai', ...more },
  })
const ended = (id: number) =>
  vi.waitFor(
    async () => {
      const { data } = await server.call('/api/message/task/get', {
        token: server.tokens.admin,
        query: { id: String(id) },
      })
      expect(data).toMatchObject({ state: expect.stringMatching(/done|failed|timeout/) })
      return data as { state: string; rows: number; failedRows: number; totalRows: number; fileName: string }
    },
    { timeout: 60_000, interval: 100 },
  )
const linesOf = async (id: number) => {
  const response = await fetch(`${server.url}/api/message/task/file?id=${id}`, {
    headers: { authorization: server.tokens.admin },
  })
  return (await response.text()).replace('\uFEFF', '').trimEnd().split('\r\n')
}
const lifecycles = (name: string) =>
  server.sql(async sql =>
    Object.fromEntries(
      (
        await sql.query<{ lifecycle: string; n: number }>(
          'select lifecycle, count(*) as n from device where name = $1 group by 1',
          [name],
        )
      ).map(({ lifecycle, n }) => [lifecycle, n]),
    ),
  )

test('245 found devices are stocked in, a few are refused with their reason, a foreign one is not touched', async () => {
  await server.sql(async sql => {
    for (const [count, lifecycle] of [
      [240, 'pendingStockIn'],
      [5, 'bound'],
    ] as const)
      await sql.change(
        `with made as (insert into device (tenant_id, created_at, updated_at, imei, kind, name, category_id, lifecycle, in_stock)
           select $1, 1, 1, '77' || lpad((g + $4)::text, 12, '0'), 'helmet', 'crowd', $2, $3, false
           from generate_series(1, $5::int) g returning id)
         insert into device_state (device_id, tenant_id) select id, $1 from made`,
        [server.here.tenantId, server.here.categoryId, lifecycle, lifecycle === 'bound' ? 5000 : 0, count],
      )
  })
  const [foreign] = await addDevices(server, server.there, 1, { lifecycle: 'pendingStockIn', name: 'crowd' })
  const answer = await give('stockIn', { name: 'crowd' }, 245)
  expect(answer).toMatchObject({ code: 0, data: { rows: 245 } })
  const { taskId } = answer.data as { taskId: number }
  const task = await ended(taskId)
  expect(task).toMatchObject({ state: 'done', rows: 245, failedRows: 5, totalRows: 245 })
  expect(task.fileName).toMatch(/^入库-\d{8}-\d{6}\.csv$/)
  const lines = await linesOf(taskId)
  expect(lines).toHaveLength(246)
  expect(lines[0]).toBe('设备,结果')
  expect(lines.filter(line => line === 'crowd,完成')).toHaveLength(240)
  expect(lines.filter(line => line === 'crowd,没有这种状态转换')).toHaveLength(5)
  expect(await lifecycles('crowd')).toEqual({ inStock: 240, bound: 5, pendingStockIn: 1 })
  const audited = await server.sql(sql =>
    sql.first<{ n: number }>(`select count(*) as n from audit where action = 'device.stockIn'`),
  )
  expect(audited?.n).toBe(240)
  expect(foreign).toBeDefined()
})

test('what came after the person looked is not swept along', async () => {
  await addDevices(server, server.here, 3, { lifecycle: 'pendingStockIn', name: 'late' })
  const answer = await give('stockIn', { name: 'late' }, 2)
  expect(answer).toMatchObject({ id: 'found.more', params: { count: 3 } })
  expect(await lifecycles('late')).toEqual({ pendingStockIn: 3 })
})

test('a filter that finds nothing says so', async () => {
  expect(await give('stockIn', { name: 'nobody is called so' }, 5)).toMatchObject({ id: 'nothingSelected' })
})

test('rows are removed by filter, too, and input goes to each', async () => {
  await addDevices(server, server.here, 4, { name: 'gone' })
  const groupId = await server.sql(sql =>
    insert(sql, 'device_group', { tenant_id: server.here.tenantId, name: 'by filter' }),
  )
  const assigned = await give('assignGroup', { name: 'gone' }, 4, { input: { groupId } })
  await ended((assigned.data as { taskId: number }).taskId)
  const grouped = await server.sql(sql =>
    sql.first<{ n: number }>('select count(*) as n from device where group_id = $1', [groupId]),
  )
  expect(grouped?.n).toBe(4)
  const removed = await give('remove', { name: 'gone' }, 4)
  const task = await ended((removed.data as { taskId: number }).taskId)
  expect(task).toMatchObject({ state: 'done', rows: 4, failedRows: 0 })
  const left = await server.sql(sql =>
    sql.first<{ n: number }>(`select count(*) as n from device where name = 'gone' and removed_at is null`),
  )
  expect(left?.n).toBe(0)
})

test('who may not give the command to one may not give it to all', async () => {
  await addDevices(server, server.here, 2, { lifecycle: 'pendingStockIn', name: 'kept' })
  for (const token of [server.tokens.visitor, server.tokens.patrol])
    expect(await give('recycle', { name: 'kept' }, 5, { token })).toMatchObject({ id: 'forbidden' })
  // The stranger finds none of them.
  expect(await give('stockIn', { name: 'kept' }, 5, { token: server.tokens.stranger })).toMatchObject({
    id: 'nothingSelected',
  })
  expect(await lifecycles('kept')).toEqual({ pendingStockIn: 2 })
})

test('a right that is withdrawn before its turn ends the task with nothing done', async () => {
  await addDevices(server, server.here, 2, { lifecycle: 'pendingStockIn', name: 'withdrawn' })
  const started = await server.sql(async sql => {
    const id = await insert(sql, 'task', {
      tenant_id: server.here.tenantId,
      kind: 'command',
      entity: 'device',
      format: 'csv',
      file_name: 'x.csv',
      user_id: (await sql.first<{ id: number }>(`select id from account where username = 'patrol'`))?.id,
      user_name: 'patrol',
      request: JSON.stringify({ attempts: 0, request: { command: 'recycle', input: {}, said, at: 1 } }),
    })
    await sql.change(
      `insert into task_row (tenant_id, task_id, row_id, name) select tenant_id, $1, id, name from device where name = 'withdrawn'`,
      [id],
    )
    await server.app.parts.jobs.send(sql, taskJob, { taskId: id })
    return id
  })
  await vi.waitFor(
    async () => {
      const row = await server.sql(sql =>
        sql.first<{ state: string; reason: string }>('select state, reason from task where id = $1', [
          started,
        ]),
      )
      expect(row).toEqual({ state: 'failed', reason: 'forbidden' })
    },
    { timeout: 30_000, interval: 100 },
  )
  expect(await lifecycles('withdrawn')).toEqual({ pendingStockIn: 2 })
})
