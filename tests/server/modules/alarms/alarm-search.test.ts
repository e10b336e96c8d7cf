// The free search of alarms: texts of any length and script find what a plain look at the words would, and stay right.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await server.sql(async sql => {
    await sql.change('delete from alarm_event')
    await sql.change('delete from alarm')
  })
})
afterAll(() => server.stop())

const people = [
  '张伟',
  '王芳',
  '張偉',
  'Zoë Ångström',
  'Wang Wei',
  'محمد علي',
  'Иван',
  '가나',
  '100%',
  'a_b',
  null,
]
const places = ['12层', '3号楼 Gate B', 'ТЦ «Мир»', '😀 lounge', "O'Hara \\ back", null]
let raised = 1_700_000_000_000

const raise = (more: Record<string, unknown> = {}, world = server.here) =>
  server.sql(sql =>
    insert(sql, 'alarm', {
      tenant_id: world.tenantId,
      type: 'smoke',
      severity: 'critical',
      title: 'x',
      device_id: world.deviceId,
      imei: world.imei,
      device_name: 'Helmet 7',
      device_kind: 'helmet',
      department_id: world.departmentId,
      raised_at: raised++,
      ...more,
    }),
  )

const found = async (q: string, token = server.tokens.admin) => {
  const answer = await server.call('/api/message/alarm/page', { token, query: { q, size: '100' } })
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return answer.data as { total: number; list: { id: number }[] }
}

/** What the words themselves say. */
const plain = async (q: string) => {
  const pattern = `%${q.replace(/[\\%_]/g, sign => `\\${sign}`)}%`
  const rows = await server.sql(sql =>
    sql.query<{ id: number }>(
      `select id from alarm where tenant_id = $1 and removed_at is null and
         device_name || ' ' || coalesce(wearer_name, '') || ' ' || coalesce(place, '') || ' ' || imei ilike $2 order by id`,
      [server.here.tenantId, pattern],
    ),
  )
  return rows.map(({ id }) => id)
}

const agrees = async (q: string) => {
  const { total, list } = await found(q)
  const wanted = await plain(q)
  expect(
    list.map(({ id }) => id).sort((a, b) => a - b),
    q,
  ).toEqual(wanted)
  expect(total, q).toBe(wanted.length)
  return total
}

test('finds one letter, two and more, in every script and either case', async () => {
  for (const wearer_name of people) for (const place of places) await raise({ wearer_name, place })
  const texts =
    "张 张伟 伟 王芳 12 2层 层 zo ZO Ë ång GATE te b мир ИВ ми عل 가 가나 😀 O'H \\ % _ 0% a_ 7 lm et 7"
  const counts = await Promise.all(texts.split(' ').map(agrees))
  expect(counts.every(count => count > 0)).toBe(true)
  for (const text of [
    '张伟伟',
    'qq',
    '%%',
    '__',
    server.here.imei,
    server.here.imei.slice(-2),
    'Wang Wei 12层',
  ])
    await agrees(text)
  expect((await found('Wang Wei 12层')).total).toBe(1)
})

test('follows an alarm whose words are corrected', async () => {
  const id = await raise({ wearer_name: '赵磊' })
  expect((await found('赵磊')).list).toMatchObject([{ id }])
  await server.sql(sql => sql.change(`update alarm set wearer_name = '钱进' where id = $1`, [id]))
  expect((await found('赵磊')).total).toBe(0)
  expect((await found('钱进')).list).toMatchObject([{ id }])
  await server.sql(sql => sql.change('update alarm set removed_at = 1 where id = $1', [id]))
  expect((await found('钱进')).total).toBe(0)
})

test('finds no alarm of another tenant, and none of another department', async () => {
  const own = await raise({ wearer_name: '孙悦' })
  await raise({ wearer_name: '孙悦', department_id: server.here.otherDepartmentId })
  await raise({ wearer_name: '孙悦' }, server.there)
  expect((await found('孙悦')).total).toBe(2)
  expect((await found('孙悦', server.tokens.patrol)).list).toMatchObject([{ id: own }])
  expect((await found('孙悦', server.tokens.stranger)).total).toBe(1)
  expect((await found('孙悦', server.tokens.root)).total).toBe(3)
})

test('are found by the fence that raised them, each by the name the fence had then', async () => {
  const { here, there, tokens } = server
  const id = await raise({ fence_id: here.fenceId, fence_name: 'as it was called' })
  await raise({ fence_id: here.fenceId, department_id: here.otherDepartmentId })
  await raise({ fence_id: there.fenceId }, there)
  const of = async (fenceId: number, token: string) => {
    const query = { fenceId: String(fenceId), sort: 'raisedAt' }
    return (await server.call('/api/message/alarm/page', { token, query })).data
  }
  expect(await of(here.fenceId, tokens.admin)).toMatchObject({
    total: 2,
    list: [{ id, fenceName: 'as it was called' }, {}],
  })
  expect(await of(here.fenceId, tokens.patrol)).toMatchObject({ total: 1, list: [{ id }] })
  expect(await of(there.fenceId, tokens.admin)).toMatchObject({ total: 0 })
})
