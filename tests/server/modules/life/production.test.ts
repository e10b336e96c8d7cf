// Production over the wire: a batch from plan to release, serials without doubles, quality in bulk.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { freshImei } from './fleet.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

let counter = 0

interface Made {
  id: number
  version: number
  state: string
}

const call = (path: string, body: Record<string, unknown>, token = server.tokens.admin) =>
  server.call(`/api/device/${path}`, { token, body })

async function batch(more: Record<string, unknown> = {}): Promise<Made> {
  const answer = await call('productionBatch/save', {
    number: `B-${++counter}`,
    productId: server.here.productId,
    categoryId: server.here.categoryId,
    manufacturer: 'Factory one',
    planned: 10,
    serialPrefix: `P${counter}-`,
    ...more,
  })
  if (answer.code !== 0) throw new Error(JSON.stringify(answer))
  return answer.data as Made
}

const give = (entity: string, command: string, ids: number[], input?: Record<string, unknown>) =>
  call(`${entity}/${command}`, { ids, ...(input ? { input } : {}) })

const first = (answer: { data?: unknown }) =>
  (answer.data as { results: { ok: boolean; error?: { id: string; params?: unknown } }[] }).results[0]

const recordsOf = async (batchId: number) => {
  const answer = await server.call('/api/device/productionRecord/page', {
    token: server.tokens.admin,
    query: { batchId: String(batchId), size: '200', sort: 'serial' },
  })
  return (
    answer.data as {
      list: (Made & { serial: string; quality: string; imei?: string; deviceId: number | null })[]
    }
  ).list
}

const stateOf = async (id: number) =>
  (
    await server.call('/api/device/productionBatch/get', {
      token: server.tokens.admin,
      query: { id: String(id) },
    })
  ).data as Record<string, unknown>

const withImei = (record: { id: number; version: number; serial: string }, imei: string) =>
  call('productionRecord/save', {
    id: record.id,
    version: record.version,
    productName: 'Helmet',
    serial: record.serial,
    imei,
  })

describe('a batch', () => {
  test('from the plan to devices that wait for stock-in', async () => {
    const { id } = await batch({ planned: 3, serialPrefix: 'REL-' })
    expect(first(await give('productionBatch', 'allotSerials', [id], { count: 1 }))?.error?.id).toBe(
      'state.transition',
    )
    expect(first(await give('productionBatch', 'start', [id]))?.ok).toBe(true)
    expect(first(await give('productionBatch', 'allotSerials', [id], { count: 3 }))?.ok).toBe(true)
    const records = await recordsOf(id)
    expect(records.map(({ serial }) => serial)).toEqual(['REL-000001', 'REL-000002', 'REL-000003'])
    const imeis = [freshImei(), freshImei()]
    for (const [index, imei] of imeis.entries()) {
      const record = records[index]
      if (record) expect((await withImei(record, imei)).code).toBe(0)
    }
    await give('productionBatch', 'check', [id])
    const ids = records.map(record => record.id)
    await give('productionRecord', 'pass', ids.slice(0, 1))
    expect(first(await give('productionBatch', 'release', [id]))?.error?.id).toBe('batch.unjudged')
    await give('productionRecord', 'fail', ids.slice(1, 2), { note: 'scratched visor' })
    await give('productionRecord', 'pass', ids.slice(2))
    expect(await stateOf(id)).toMatchObject({ made: 3, passed: 2, failed: 1, state: 'checking' })
    expect(first(await give('productionBatch', 'release', [id]))?.ok).toBe(true)
    expect(await stateOf(id)).toMatchObject({ state: 'released' })
    const after = await recordsOf(id)
    // The passed one with an IMEI became a device; the failed one and the one without did not.
    expect(after.map(({ deviceId }) => deviceId !== null)).toEqual([true, false, false])
    const device = await server.call('/api/device/device/get', {
      token: server.tokens.admin,
      query: { id: String(after[0]?.deviceId) },
    })
    expect(device.data).toMatchObject({
      imei: imeis[0],
      lifecycle: 'pendingStockIn',
      // 2: not activated (console specification, section 4).
      state: 2,
      inStock: false,
      categoryId: server.here.categoryId,
    })
    // What is released is over: no more verdicts, no edits, no removal of what became a device.
    expect(first(await give('productionRecord', 'fail', ids.slice(2), { note: 'late' }))?.error?.id).toBe(
      'state.transition',
    )
    expect(first(await call('productionRecord/remove', { ids: ids.slice(0, 1) }))?.error?.id).toBe(
      'row.inUse',
    )
    expect(first(await give('productionBatch', 'close', [id]))?.error?.id).toBe('state.transition')
  })

  test('steps out of order', async () => {
    const { id } = await batch()
    for (const command of ['check', 'release'])
      expect(first(await give('productionBatch', command, [id]))?.error?.id).toBe('state.transition')
    await give('productionBatch', 'start', [id])
    await give('productionBatch', 'check', [id])
    // Back to the line when the inspection asks for it.
    expect(first(await give('productionBatch', 'start', [id]))?.ok).toBe(true)
    expect(first(await give('productionBatch', 'close', [id]))?.ok).toBe(true)
    expect(first(await give('productionBatch', 'start', [id]))?.error?.id).toBe('state.transition')
  })

  test('an IMEI that is a device already keeps the whole batch', async () => {
    const { id } = await batch()
    await give('productionBatch', 'start', [id])
    await give('productionBatch', 'allotSerials', [id], { count: 2 })
    const records = await recordsOf(id)
    const [mine, foreign] = records
    if (!mine || !foreign) throw new Error('no records')
    await withImei(mine, freshImei())
    await withImei(foreign, server.there.imei)
    await give('productionBatch', 'check', [id])
    await give(
      'productionRecord',
      'pass',
      records.map(record => record.id),
    )
    expect(first(await give('productionBatch', 'release', [id]))).toMatchObject({
      ok: false,
      error: { id: 'batch.imeiTaken', params: { name: foreign.serial } },
    })
    expect((await recordsOf(id)).map(({ deviceId }) => deviceId)).toEqual([null, null])
  })
})

describe('serials', () => {
  test('many ask at once for one prefix: no serial twice, none left out', async () => {
    const batches = await Promise.all([1, 2, 3, 4].map(() => batch({ serialPrefix: 'SAME', planned: 50 })))
    for (const { id } of batches) await give('productionBatch', 'start', [id])
    const answers = await Promise.all(
      batches.flatMap(({ id }) =>
        [1, 2].map(() => give('productionBatch', 'allotSerials', [id], { count: 10 })),
      ),
    )
    expect(answers.map(answer => first(answer)?.ok)).toEqual(Array(8).fill(true))
    const serials = (await Promise.all(batches.map(({ id }) => recordsOf(id)))).flat().map(row => row.serial)
    expect(new Set(serials).size).toBe(80)
    expect([...serials].sort().at(-1)).toBe('SAME000080')
  })

  test('typed-in serials are stepped over; the plan is the limit', async () => {
    const { id } = await batch({ serialPrefix: 'STEP', planned: 3 })
    await call('productionRecord/save', { productName: 'Helmet', serial: 'STEP000002' })
    await give('productionBatch', 'start', [id])
    expect(first(await give('productionBatch', 'allotSerials', [id], { count: 4 }))?.error).toMatchObject({
      id: 'field.tooBig',
      params: { max: 3 },
    })
    await give('productionBatch', 'allotSerials', [id], { count: 3 })
    expect((await recordsOf(id)).map(({ serial }) => serial)).toEqual([
      'STEP000001',
      'STEP000003',
      'STEP000004',
    ])
    expect(first(await give('productionBatch', 'allotSerials', [id], { count: 1 }))?.error?.id).toBe(
      'batch.full',
    )
    expect(
      await call('productionRecord/save', { productName: 'Helmet', serial: 'OTHER1', batchId: id }),
    ).toMatchObject({ id: 'batch.full', field: 'batchId' })
  })

  test('bad input', async () => {
    const { id } = await batch()
    await give('productionBatch', 'start', [id])
    for (const count of [0, -1, 1.5, 10_001])
      expect((await give('productionBatch', 'allotSerials', [id], { count })).code).not.toBe(0)
    for (const [field, value] of [
      ['serialPrefix', 'low case'],
      ['planned', 0],
      ['planned', 100_001],
      ['number', ' '],
      ['productId', server.there.productId],
    ] as const)
      expect(
        await call('productionBatch/save', {
          number: `X-${++counter}`,
          productId: server.here.productId,
          categoryId: server.here.categoryId,
          manufacturer: 'F',
          planned: 1,
          serialPrefix: 'X',
          [field]: value,
        }),
      ).toMatchObject({ field })
    expect((await give('productionRecord', 'fail', [1], { note: '' })).code).not.toBe(0)
    expect(await call('productionRecord/save', { productName: 'H', serial: 'DUP1' })).toMatchObject({
      code: 0,
    })
    expect(await call('productionRecord/save', { productName: 'H', serial: 'DUP1' })).toMatchObject({
      id: 'field.duplicate',
      field: 'serial',
    })
  })
})

test('the other tenant and roles without the permission get nothing', async () => {
  const { id } = await batch()
  const { tokens } = server
  expect(first(await call('productionBatch/start', { ids: [id] }, tokens.stranger))).toMatchObject({
    ok: false,
    error: { id: 'row.unknown' },
  })
  expect((await call('productionBatch/start', { ids: [id] }, tokens.patrol)).id).toBe('forbidden')
  expect((await server.call('/api/device/productionBatch/page', { token: tokens.patrol })).id).toBe(
    'forbidden',
  )
})
