// A spreadsheet binds devices: what it names is bound at once, and a sheet for devices that are there binds them too.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { type Cells, csv, deviceColumns, importer } from '../tasks/sheets.ts'
import { addDevice, freshImei, rowOf } from './fleet.ts'

let server: TestServer
let sheets: ReturnType<typeof importer>
beforeAll(async () => {
  server = await startServer()
  sheets = importer(server)
  await server.sql(sql =>
    sql.change(`update device_category set name = '头盔' where id = $1`, [server.here.categoryId]),
  )
})
afterAll(() => server.stop())

const columns = [...deviceColumns, { of: 'boundTo', label: '绑定' }, { of: 'startIn', label: '库存' }]
const words = { startIn: { pendingStockIn: '待入库', inStock: '在库' } }
const heading: Cells = ['IMEI', '名称', '类别', '绑定', '库存']

const lifeOf = (imei: string) =>
  server.sql(sql =>
    sql.first<{ lifecycle: string; steps: string }>(
      `select lifecycle, (select string_agg(step, ' ' order by s.id) from device_step s where s.device_id = d.id) as steps
       from device d where imei = $1`,
      [imei],
    ),
  )

test('new devices begin where their row says', async () => {
  const [bound, stocked, waiting] = [freshImei(), freshImei(), freshImei()]
  const task = await sheets.run(
    csv([
      heading,
      [bound, 'A', '头盔', '王芳', ''],
      [stocked, 'B', '头盔', '', '在库'],
      [waiting, 'C', '头盔', '', ''],
    ]),
    { columns, words },
  )
  expect(task).toMatchObject({ state: 'done', rows: 3, failedRows: 0 })
  expect(await lifeOf(bound)).toEqual({ lifecycle: 'bound', steps: 'stockIn stockOut bind' })
  expect(await lifeOf(stocked)).toEqual({ lifecycle: 'inStock', steps: 'stockIn' })
  expect(await lifeOf(waiting)).toEqual({ lifecycle: 'pendingStockIn', steps: null })
})

test('devices that are there are bound; a recycled one comes back with the reason', async () => {
  const stocked = await addDevice(server, server.here)
  const recycled = await addDevice(server, server.here, { lifecycle: 'recycled' })
  const imeis = await Promise.all(
    [stocked, recycled].map(async id => String((await rowOf(server, id))?.imei)),
  )
  const task = await sheets.run(
    csv([heading, ...imeis.map((imei): Cells => [imei, 'D', '头盔', '李雷', ''])]),
    { columns, words, existing: 'change' },
  )
  expect(task).toMatchObject({ state: 'done', rows: 2, failedRows: 1 })
  expect(await rowOf(server, stocked)).toMatchObject({ lifecycle: 'bound', bound_to: '李雷' })
  expect(await rowOf(server, recycled)).toMatchObject({ lifecycle: 'recycled', bound_to: null })
})
