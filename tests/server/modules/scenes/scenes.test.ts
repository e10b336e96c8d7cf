// The figures of the scenes against the real server: each equals its list, within the tenant, the department and the rights.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defaultPath } from '../../../../src/contract/endpoint.ts'
import { sceneSnapshot } from '../../../../src/contract/endpoints/scene.ts'
import { entityEndpoints } from '../../../../src/contract/entity-endpoints.ts'
import { DAY_MS } from '../../../../src/domain/durations.ts'
import { entities } from '../../../../src/domain/entities.ts'
import { countedBy, type FigureKey, figures, partBy } from '../../../../src/domain/scene/figures.ts'
import { figuresOf, type SceneName, sceneNames } from '../../../../src/domain/scene/scenes.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await server.sql(async sql => {
    const { tenantId, categoryId, departmentId } = server.here
    for (const [at, state] of (['online', 'online', 'offline'] as const).entries()) {
      const device_id = await insert(sql, 'device', {
        ...{ tenant_id: tenantId, imei: `86990000000000${at}`, kind: 'smokeDetector', name: `Smoke ${at}` },
        ...{ category_id: categoryId, department_id: departmentId },
      })
      await sql.query('insert into device_state (device_id, tenant_id, state) values ($1, $2, $3)', [
        device_id,
        tenantId,
        state,
      ])
    }
  })
})
afterAll(() => server.stop())

const ask = (scene: string, token: string | undefined) =>
  server.call(defaultPath(sceneSnapshot), { token, query: { scene } })

async function snapshot(scene: SceneName, token: string) {
  const answer = await ask(scene, token)
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 })
  const { moments, figures: list } = z.parse(sceneSnapshot.response, answer.data)
  const of = (key: FigureKey) => list.find(each => each.key === key)
  return { moments, list, of }
}

test.each(sceneNames)('every figure of %s equals the list behind it', async scene => {
  const { moments, list } = await snapshot(scene, server.tokens.admin)
  expect(list.map(({ key }) => key)).toEqual(figuresOf(scene))
  for (const { key, value, parts } of list) {
    const facts = figures[key]
    const asked = [
      { filters: countedBy(facts, moments), value },
      ...(parts ?? []).map(part => ({ filters: partBy(facts, moments, part.word), value: part.value })),
    ]
    const entity = entities.find(each => each.key === facts.entity)
    if (!entity) throw new Error(`no entity ${facts.entity}`)
    const { page } = entityEndpoints(entity)
    for (const each of asked) {
      const wire = z.encode(page.request, { ...each.filters, size: 1 })
      const query = Object.fromEntries(Object.entries(wire ?? {}).map(([name, word]) => [name, String(word)]))
      const answer = await server.call(defaultPath(page), { token: server.tokens.admin, query })
      expect(answer, `${key} ${JSON.stringify(answer)}`).toMatchObject({
        code: 0,
        data: { total: each.value },
      })
    }
  }
})

test('devices that are online stand beside all of their kind', async () => {
  const fire = await snapshot('fire', server.tokens.admin)
  expect(fire.of('smokeOnline')).toMatchObject({
    ...{ value: 2, of: 3 },
    parts: [{ word: 'offline', value: 1 }],
  })
  expect(fire.of('gasOnline')).toMatchObject({ value: 0, of: 0 })
  const city = await snapshot('city', server.tokens.admin)
  expect(city.of('devices')).toMatchObject({ value: 5, of: null })
  expect(city.of('devicesOnline')).toMatchObject({ value: 4, of: 5 })
  expect(city.of('devices')).not.toHaveProperty('yesterday')
})

test('another tenant sees nothing of it, and a department only its own', async () => {
  expect((await snapshot('fire', server.tokens.stranger)).of('smokeOnline')).toMatchObject({
    value: 0,
    of: 0,
    parts: [],
  })
  expect((await snapshot('city', server.tokens.stranger)).of('devices')).toMatchObject({ value: 2 })
  const own = await server.call('/api/device/device/page', {
    token: server.tokens.patrol,
    query: { size: '1' },
  })
  const { total } = z.parse(z.object({ total: z.int() }), own.data)
  expect(total).toBeLessThan(5)
  expect((await snapshot('city', server.tokens.patrol)).of('devices')).toMatchObject({ value: total })
})

test('a figure of a list that is closed to a person is left out, not zero', async () => {
  const { list } = await snapshot('supervision', server.tokens.patrol)
  const keys = list.map(({ key }) => key)
  expect(keys).not.toContain('personsSevere')
  expect(keys).not.toContain('authorisationsEnding')
  expect(keys).toContain('braceletsOnline')
})

test('without a session, as a visitor and for a scene that is none, nothing is answered', async () => {
  expect(await ask('city', undefined)).toMatchObject({ code: 208 })
  expect(await ask('city', server.tokens.visitor)).toMatchObject({ id: 'forbidden' })
  expect(await ask('wall', server.tokens.admin)).toMatchObject({ id: 'field.choice', field: 'scene' })
})

test('the same hours of the day before are counted; before the tenant was there nobody knows', async () => {
  const before = await snapshot('community', server.tokens.admin)
  expect(before.of('sosToday')).toMatchObject({ yesterday: null, lastWeek: null })
  const { tenantId, deviceId, imei, departmentId } = server.here
  const { dayStart } = before.moments
  await server.sql(async sql => {
    await sql.query('update tenant set created_at = $2 where id = $1', [tenantId, dayStart - 3 * DAY_MS])
    // At the beginning of yesterday, and at its very end, which has not come yet today.
    for (const raised_at of [dayStart - DAY_MS, dayStart - 1])
      await insert(sql, 'alarm', {
        ...{
          tenant_id: tenantId,
          type: 'sos',
          severity: 'critical',
          title: 'SOS',
          device_id: deviceId,
          imei,
        },
        ...{ device_name: 'here', device_kind: 'helmet', department_id: departmentId, raised_at },
      })
  })
  // Answers are shared for a moment.
  await expect
    .poll(async () => (await snapshot('campus', server.tokens.admin)).of('sosToday'), { timeout: 10_000 })
    .toMatchObject({ yesterday: 1, lastWeek: null })
})
