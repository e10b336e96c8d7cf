// The life of devices over the wire: bulk steps with a result per row, undo, who did what, and what is refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { addDevice, addDevices, freshImei, rowOf } from './fleet.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const give = (
  command: string,
  ids: number[],
  input?: Record<string, unknown>,
  token: string | undefined = server.tokens.admin,
) =>
  server.call(`/api/device/device/${command}`, {
    token,
    body: { ids, ...(input ? { input } : {}) },
  })

const oks = (answer: { data?: unknown }) =>
  (answer.data as { results: { ok: boolean }[] }).results.map(({ ok }) => ok)

const stepsOf = async (id: number, token = server.tokens.admin) => {
  const row = await rowOf(server, id)
  const answer = await server.call('/api/device/device/steps', { token, query: { imei: String(row?.imei) } })
  return answer.data as { step: string; from: string; to: string; userName: string; note: string | null }[]
}

describe('steps', () => {
  test('a life from delivery to recycling, each step with who and when', async () => {
    const id = await addDevice(server, server.here, { lifecycle: 'pendingStockIn' })
    const started = Date.now()
    expect(oks(await give('stockIn', [id]))).toEqual([true])
    const stocked = await rowOf(server, id)
    expect(stocked).toMatchObject({ lifecycle: 'inStock', in_stock: true, version: 2 })
    expect(stocked?.stocked_in_at).toBeGreaterThanOrEqual(started)
    expect(oks(await give('stockOut', [id]))).toEqual([true])
    expect(oks(await give('bind', [id], { boundTo: ' Wang Fang ', note: 'shift A' }))).toEqual([true])
    const bound = await rowOf(server, id)
    expect(bound).toMatchObject({
      lifecycle: 'bound',
      bound_to: 'Wang Fang',
      wearer_name: 'Wang Fang',
      in_stock: false,
    })
    expect(bound?.bound_at).toBeGreaterThanOrEqual(started)
    expect(oks(await give('unbind', [id]))).toEqual([true])
    expect(await rowOf(server, id)).toMatchObject({
      lifecycle: 'unbound',
      bound_to: null,
      bound_at: null,
      wearer_name: null,
    })
    expect(oks(await give('restock', [id]))).toEqual([true])
    expect(oks(await give('recycle', [id], { note: 'broken shell' }))).toEqual([true])
    const steps = await stepsOf(id)
    expect(steps.map(({ step }) => step)).toEqual([
      'recycle',
      'restock',
      'unbind',
      'bind',
      'stockOut',
      'stockIn',
    ])
    expect(steps[0]).toMatchObject({
      from: 'inStock',
      to: 'recycled',
      userName: 'Name of admin',
      note: 'broken shell',
    })
    expect(steps[3]?.note).toBe('Wang Fang · shift A')
    const audited = await server.sql(sql =>
      sql.query<{ action: string }>(
        `select action from audit where entity = 'device' and row_id = $1 order by id`,
        [id],
      ),
    )
    expect(audited.map(({ action }) => action)).toEqual([
      'device.stockIn',
      'device.stockOut',
      'device.bind',
      'device.unbind',
      'device.restock',
      'device.recycle',
    ])
  })

  test('out of order is refused for that row only, and nothing of it is written', async () => {
    const ready = await addDevice(server, server.here, { lifecycle: 'pendingStockIn' })
    const bound = await addDevice(server, server.here, { lifecycle: 'bound', bound_to: 'Li' })
    const answer = await give('stockIn', [ready, bound])
    expect(answer.data).toEqual({
      results: [
        { id: ready, ok: true },
        { id: bound, ok: false, error: { id: 'state.transition' } },
      ],
    })
    expect(await rowOf(server, bound)).toMatchObject({ lifecycle: 'bound', version: 1, bound_to: 'Li' })
    expect(await stepsOf(bound)).toEqual([])
    expect(oks(await give('recycle', [bound], { note: 'x' }))).toEqual([false])
  })

  test('undo: stock-in and stock-out are taken back', async () => {
    const ids = await addDevices(server, server.here, 3, { lifecycle: 'pendingStockIn' })
    expect(oks(await give('stockIn', ids))).toEqual([true, true, true])
    expect(oks(await give('undoStockIn', ids))).toEqual([true, true, true])
    expect(await rowOf(server, ids[0] ?? 0)).toMatchObject({
      lifecycle: 'pendingStockIn',
      in_stock: false,
      stocked_in_at: null,
    })
    await give('stockIn', ids)
    await give('stockOut', ids)
    expect(oks(await give('takeBack', ids))).toEqual([true, true, true])
    expect(await rowOf(server, ids[0] ?? 0)).toMatchObject({ lifecycle: 'inStock', in_stock: true })
  })

  test('two people at once: one step is taken, the other refused', async () => {
    const id = await addDevice(server, server.here, { lifecycle: 'assigned' })
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map(boundTo => give('bind', [id], { boundTo })))
    expect(answers.flatMap(oks).filter(Boolean)).toHaveLength(1)
    expect(await stepsOf(id)).toHaveLength(1)
  })

  test('what fixed devices are bound to is no wearer', async () => {
    const id = await addDevice(server, server.here, { lifecycle: 'assigned', kind: 'smokeDetector' })
    await give('bind', [id], { boundTo: 'Hall 3' })
    expect(await rowOf(server, id)).toMatchObject({ bound_to: 'Hall 3', wearer_name: null })
  })

  test('recycling ends open orders and gives the card back', async () => {
    const id = await addDevice(server, server.here, { lifecycle: 'unbound' })
    const row = await rowOf(server, id)
    const [commandId, cardId] = await server.sql(async sql => {
      const command = await sql.first<{ id: number }>(
        `insert into device_command (tenant_id, created_at, updated_at, device_id, imei, kind, expires_at)
         values ($1, 1, 1, $2, $3, 'restart', $4) returning id`,
        [server.here.tenantId, id, row?.imei, Date.now() + 3_600_000],
      )
      const card = await sql.first<{ id: number }>(
        `insert into sim_card (tenant_id, created_at, updated_at, iccid, carrier, device_id)
         values ($1, 1, 1, '89860000000000000001', 'mobile', $2) returning id`,
        [server.here.tenantId, id],
      )
      await sql.change(
        `insert into sim_binding (tenant_id, created_at, updated_at, card_id, device_id, iccid, imei, bound_at)
         values ($1, 1, 1, $2, $3, '89860000000000000001', $4, 1)`,
        [server.here.tenantId, card?.id, id, row?.imei],
      )
      return [command?.id, card?.id]
    })
    expect(oks(await give('recycle', [id], { note: 'lost' }))).toEqual([true])
    await server.sql(async sql => {
      expect(await sql.first('select state, reason from device_command where id = $1', [commandId])).toEqual({
        state: 'failed',
        reason: 'cancelled',
      })
      expect(await sql.first('select device_id from sim_card where id = $1', [cardId])).toEqual({
        device_id: null,
      })
    })
  })
})

describe('bad input', () => {
  test('empty selections, too many rows, missing words', async () => {
    expect((await give('stockIn', [])).id).toMatch(/nothingSelected|tooShort/)
    const many = Array.from({ length: 1001 }, (_, index) => index + 1)
    expect((await give('stockIn', many)).code).not.toBe(0)
    const id = await addDevice(server, server.here, { lifecycle: 'assigned' })
    expect(await give('bind', [id], { boundTo: '   ' })).toMatchObject({
      id: 'field.required',
      field: 'input.boundTo',
    })
    expect((await give('bind', [id])).code).not.toBe(0)
    expect(await give('recycle', [id], { note: '' })).toMatchObject({ field: 'input.note' })
    expect(await rowOf(server, id)).toMatchObject({ lifecycle: 'assigned', version: 1 })
  })

  test('foreign rows in the bulk are unknown, the own one is done', async () => {
    const own = await addDevice(server, server.here, { lifecycle: 'pendingStockIn' })
    const foreign = await addDevice(server, server.there, { lifecycle: 'pendingStockIn' })
    expect((await give('stockIn', [own, foreign, 999_999_999])).data).toEqual({
      results: [
        { id: own, ok: true },
        { id: foreign, ok: false, error: { id: 'row.unknown' } },
        { id: 999_999_999, ok: false, error: { id: 'row.unknown' } },
      ],
    })
    expect(await rowOf(server, foreign)).toMatchObject({ lifecycle: 'pendingStockIn', version: 1 })
    expect(
      (
        await server.call('/api/device/device/steps', {
          token: server.tokens.admin,
          query: { imei: String((await rowOf(server, foreign))?.imei) },
        })
      ).id,
    ).toBe('row.unknown')
  })

  test('without the permission nothing happens', async () => {
    const id = await addDevice(server, server.here, {
      lifecycle: 'pendingStockIn',
      department_id: server.here.departmentId,
    })
    for (const token of [server.tokens.patrol, server.tokens.visitor, undefined])
      expect((await give('stockIn', [id], undefined, token ?? 'none')).code).not.toBe(0)
    expect(await rowOf(server, id)).toMatchObject({ lifecycle: 'pendingStockIn' })
  })
})

describe('where a life begins', () => {
  const save = (more: Record<string, unknown>, token = server.tokens.admin) =>
    server.call('/api/device/device/save', {
      token,
      body: { imei: freshImei(), name: 'New', categoryId: server.here.categoryId, ...more },
    })

  test('a new device waits for stock-in', async () => {
    expect((await save({})).data).toMatchObject({ lifecycle: 'pendingStockIn', inStock: false })
  })

  test('the form may put it into the store at once', async () => {
    const { data } = await save({ startIn: 'inStock' })
    expect(data).toMatchObject({ lifecycle: 'inStock', inStock: true })
    expect((await stepsOf((data as { id: number }).id)).map(({ step }) => step)).toEqual(['stockIn'])
  })

  test.each([
    ['wearerName', 'Zhao'],
    ['boundTo', 'Gate 4'],
  ])('with %s it is bound, with every step in between', async (field, value) => {
    const { data } = await save({ [field]: value })
    expect(data).toMatchObject({ lifecycle: 'bound', boundTo: value, inStock: false })
    expect((await stepsOf((data as { id: number }).id)).map(({ step }) => step)).toEqual([
      'bind',
      'stockOut',
      'stockIn',
    ])
  })

  test('naming somebody else later unbinds first; a recycled device stays recycled', async () => {
    const { data } = await save({ boundTo: 'Zhao' })
    const { id, version, imei } = data as { id: number; version: number; imei: string }
    const again = await save({ id, version, imei, boundTo: 'Qian' })
    expect(again.data).toMatchObject({ lifecycle: 'bound', boundTo: 'Qian', wearerName: 'Qian' })
    expect((await stepsOf(id)).map(({ step }) => step).slice(0, 2)).toEqual(['bind', 'unbind'])
    await give('unbind', [id])
    await give('recycle', [id], { note: 'old' })
    const gone = await rowOf(server, id)
    expect(await save({ id, version: gone?.version, imei, boundTo: 'Sun' })).toMatchObject({
      id: 'state.transition',
      field: 'boundTo',
    })
  })
})
