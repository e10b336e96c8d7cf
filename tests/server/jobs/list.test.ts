// The list of background jobs: who sees which, why they failed, and what is decided about them.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insert, startServer, type TestServer } from '../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Row {
  id: number
  kind: string
  state: string
  subject: string | null
  failure: string | null
  detail: string | null
  tenantName?: string
}

const list = async (token: string, query: Record<string, string> = {}) => {
  const answer = await server.call('/api/message/job/page', { token, query: { size: '200', ...query } })
  return { ...answer, rows: ((answer.data as { list: Row[] } | null)?.list ?? []) as Row[] }
}
const decide = (verb: 'tryAgain' | 'giveUp', id: number, token: string) =>
  server.call(`/api/message/job/${verb}`, { token, body: { ids: [id] } })

/** A task of the administrator that cannot be done, and what it leaves. */
async function deadTask(fileName: string): Promise<{ taskId: number; row: Row }> {
  const taskId = await server.sql(async sql => {
    const admin = await sql.first<{ id: number }>(`select id from account where username = 'admin'`)
    const id = await insert(sql, 'task', {
      tenant_id: server.here.tenantId,
      kind: 'export',
      entity: 'product',
      format: 'csv',
      file_name: fileName,
      user_id: admin?.id,
      user_name: 'admin',
      // Without columns: the runner falls over it.
      request: JSON.stringify({ attempts: 0, request: { format: 'csv', zone: 'UTC' } }),
    })
    await server.app.parts.jobs.send(
      sql,
      (await import('../../../server/modules/tasks/task-job.ts')).taskJob,
      { taskId: id },
      { tenantId: server.here.tenantId },
    )
    return id
  })
  const row = await vi.waitFor(
    async () => {
      const found = (await list(server.tokens.root)).rows.find(({ subject }) => subject === fileName)
      expect(found).toMatchObject({ kind: 'task', state: 'failed' })
      return found
    },
    { timeout: 10_000 },
  )
  if (!row) throw new Error('nothing failed')
  return { taskId, row }
}

test('a task that the server could not do stands there: the platform reads the error, its tenant that there was one', async () => {
  const { row, taskId } = await deadTask('unreadable.csv')
  expect(row).toMatchObject({ failure: 'error', tenantName: 'here' })
  expect(row.detail).toBeTruthy()
  const own = (await list(server.tokens.admin)).rows.find(({ id }) => id === row.id)
  expect(own).toMatchObject({ failure: 'error', detail: null, subject: 'unreadable.csv' })
  expect((await list(server.tokens.stranger)).rows.map(({ id }) => id)).toEqual([server.there.jobId])
  for (const token of [server.tokens.patrol, server.tokens.visitor])
    expect((await list(token)).id).toBe('forbidden')
  const task = await server.sql(sql => sql.first('select state, reason from task where id = $1', [taskId]))
  expect(task).toEqual({ state: 'failed', reason: 'failed' })
})

test('tried again by hand it runs; given up it is gone; both are in the audit log', async () => {
  const { row, taskId } = await deadTask('mended.csv')
  expect((await decide('tryAgain', row.id, server.tokens.stranger)).data).toMatchObject({
    results: [{ ok: false, error: { id: 'row.unknown' } }],
  })
  expect((await decide('tryAgain', row.id, server.tokens.patrol)).id).toBe('forbidden')
  await server.sql(sql =>
    sql.change(
      `update task set request = jsonb_set(request, '{request,columns}', '[{"of": "name", "label": "Name"}]') where id = $1`,
      [taskId],
    ),
  )
  expect((await decide('tryAgain', row.id, server.tokens.admin)).data).toMatchObject({
    results: [{ ok: true }],
  })
  await vi.waitFor(
    async () =>
      expect(await server.sql(sql => sql.first('select state from task where id = $1', [taskId]))).toEqual({
        state: 'done',
      }),
    { timeout: 10_000 },
  )
  const other = await deadTask('given up.csv')
  expect((await decide('giveUp', other.row.id, server.tokens.admin)).data).toMatchObject({
    results: [{ ok: true }],
  })
  const left = (await list(server.tokens.root)).rows.map(({ id }) => id)
  expect(left).not.toContain(row.id)
  expect(left).not.toContain(other.row.id)
  const audit = await server.sql(sql =>
    sql.query(`select action, tenant_id as tenant from audit where entity = 'job' order by id`),
  )
  expect(audit).toEqual([
    { action: 'job.tryAgain', tenant: server.here.tenantId },
    { action: 'job.giveUp', tenant: server.here.tenantId },
  ])
})

test('a task that its person starts again leaves no dead letter behind', async () => {
  const { row, taskId } = await deadTask('by its person.csv')
  await server.sql(sql =>
    sql.change(
      `update task set request = jsonb_set(request, '{request,columns}', '[{"of": "name", "label": "Name"}]') where id = $1`,
      [taskId],
    ),
  )
  const answer = await server.call('/api/message/task/retry', {
    token: server.tokens.admin,
    body: { ids: [taskId] },
  })
  expect(answer.data).toMatchObject({ results: [{ ok: true }] })
  expect((await list(server.tokens.root)).rows.map(({ id }) => id)).not.toContain(row.id)
})

test('rounds of the server itself are the platform’s to see', async () => {
  const kinds = async (token: string) => new Set((await list(token)).rows.map(({ kind }) => kind))
  await vi.waitFor(async () => expect(await kinds(server.tokens.root)).toContain('carrier'))
  expect([...(await kinds(server.tokens.admin))]).toEqual(['task'])
  const { rows } = await list(server.tokens.root, { kind: 'carrier', state: 'waiting' })
  expect(rows.length).toBeGreaterThan(0)
  expect((await decide('tryAgain', rows[0]?.id ?? 0, server.tokens.root)).data).toMatchObject({
    results: [{ ok: true }],
  })
})

test('health counts what is dead, for the highest authorization', async () => {
  const health = async (token?: string) =>
    (await (
      await fetch(`${server.url}/api/health`, token ? { headers: { authorization: token } } : {})
    ).json()) as { status: string; jobs: unknown }
  expect(await health()).toMatchObject({ status: 'ok', jobs: { status: 'failing' } })
  expect((await health()).jobs).not.toHaveProperty('dead')
  expect(await health(server.tokens.root)).toMatchObject({
    jobs: { status: 'failing', dead: expect.any(Number) },
  })
})
