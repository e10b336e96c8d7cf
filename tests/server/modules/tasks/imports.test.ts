// Imports against the real server: each row as the form would have it, the bad ones back with their reasons.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insert, startServer, type TestServer } from '../../start.ts'
import { type Cells, csv, deviceColumns, importer, said, xlsx } from './sheets.ts'

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

const heading: Cells = ['IMEI', '名称', '类别']
let next = 0
const imei = () => `8640${String(++next).padStart(11, '0')}`
const good = (name = 'Helmet'): Cells => [imei(), name, '头盔']
const devices = (name: string) =>
  server.sql(
    async sql =>
      (await sql.first<{ n: number }>('select count(*) as n from device where name = $1', [name]))?.n ?? 0,
  )
const column = (field: string, label: string) => ({ columns: [...deviceColumns, { of: field, label }] })
const stored = (value: string, wanted: string) =>
  server.sql(sql =>
    sql.first<Record<string, unknown>>(`select ${wanted} from device where imei = $1`, [value]),
  )

test('200 rows with 3 bad ones: 197 are saved, 3 come back with the reason in the language of the person', async () => {
  const rows = Array.from({ length: 200 }, () => good('two hundred'))
  rows[10] = ['no digits', 'two hundred', '头盔']
  rows[60] = [imei(), 'two hundred', '没有的类别']
  rows[150] = [imei(), '', '头盔']
  const task = await sheets.run(csv([heading, ...rows]))
  expect(task).toMatchObject({ state: 'done', rows: 200, failedRows: 3, totalRows: 200 })
  expect(await devices('two hundred')).toBe(197)
  const lines = await sheets.errorLines(task.id)
  expect(lines[0]).toBe('IMEI,名称,类别,行,原因')
  expect(lines[1]).toBe('no digits,two hundred,头盔,12,IMEI：请输入数字IMEI')
  expect(lines[2]).toMatch(/,没有的类别,62,类别：没有这一项$/)
  expect(lines[3]).toMatch(/,152,名称：/)
  expect(lines).toHaveLength(4)
})

test('a category is found by its English name too; a name that it has in Chinese comes first', async () => {
  const { categoryId, tenantId: tenant_id } = server.here
  const other = await server.sql(async sql => {
    await sql.change(`update device_category set en_name = 'Helmet' where id = $1`, [categoryId])
    return insert(sql, 'device_category', {
      tenant_id,
      name: 'Watch',
      en_name: 'Band',
      kind: 'watch',
      sort: 9,
    })
  })
  const third = await server.sql(sql =>
    insert(sql, 'device_category', { tenant_id, name: 'Band', kind: 'watch', sort: 9 }),
  )
  const rows = ['helmet', 'Band', 'Watch'].map((category): Cells => [imei(), 'by English name', category])
  expect(await sheets.run(csv([heading, ...rows]))).toMatchObject({ state: 'done', failedRows: 0 })
  const categories = await Promise.all(rows.map(([each]) => stored(String(each), 'category_id')))
  expect(categories.map(each => each?.category_id)).toEqual([categoryId, third, other])
})

test('a row with two wrong cells names both', async () => {
  const task = await sheets.run(
    csv([heading, ['no digits', 'two wrong', '没有的类别'], ['123', '', '头盔'], good('two wrong')]),
    { said: { ...said, errors: { ...said.errors, 'field.imeiLength': 'IMEI 为 10 至 20 位' } } },
  )
  expect(task).toMatchObject({ state: 'done', failedRows: 2 })
  const lines = await sheets.errorLines(task.id)
  expect(lines[1]).toContain('类别：没有这一项')
  expect(lines[1]).toContain('IMEI：请输入数字IMEI')
  expect(lines[2]).toContain('IMEI：IMEI 为 10 至 20 位')
  expect(lines[2]).toContain('名称：')
})

test('a workbook is read as a text table is, and its bad rows come back as a workbook', async () => {
  const own = imei()
  const task = await sheets.run(
    await xlsx([heading, [Number(own), 'book', '头盔'], ['x', 'book', '头盔']]),
    {},
    'a.xlsx',
  )
  expect(task).toMatchObject({ state: 'done', rows: 2, failedRows: 1 })
  expect(await stored(own, 'name')).toEqual({ name: 'book' })
  expect((await sheets.errors(task.id)).subarray(0, 2).toString()).toBe('PK')
})

test.each([
  ['semicolons', csv([heading, good('signs')], ';')],
  ['tabs', csv([heading, good('signs')], '\t')],
  ['a byte-order mark', `\uFEFF${csv([heading, good('signs')])}`],
  [
    'GBK',
    Buffer.concat([
      Buffer.from('IMEI,'),
      Buffer.from('c3fbb3c62cc0e0b1f00a', 'hex'),
      Buffer.from(`${imei()},signs,`),
      Buffer.from('cdb7bff80a', 'hex'),
    ]),
  ],
])('a table with %s is understood', async (_, bytes) => {
  const before = await devices('signs')
  expect(await sheets.run(bytes)).toMatchObject({ state: 'done', failedRows: 0 })
  expect(await devices('signs')).toBe(before + 1)
})

test('words by label, numbers with a comma, times of the zone, references by id', async () => {
  const own = imei()
  const task = await sheets.run(
    csv(
      [
        [...heading, 'Lat', 'Operator', 'Sleeps'],
        [own, 'all kinds', server.here.categoryId, '31,25', '中国移动', '是'],
      ],
      ';',
    ),
    {
      columns: [
        ...deviceColumns,
        { of: 'latitude', label: 'Lat' },
        { of: 'operator', label: 'Operator' },
        { of: 'powerSaving', label: 'Sleeps' },
      ],
      words: { operator: { mobile: '中国移动' } },
    },
  )
  expect(task, JSON.stringify(await sheets.errorLines(task.id).catch(() => ''))).toMatchObject({
    failedRows: 0,
  })
  expect(await stored(own, 'latitude, operator, power_saving, category_id')).toEqual({
    latitude: 31.25,
    operator: 'mobile',
    power_saving: true,
    category_id: server.here.categoryId,
  })
})

test('a number that the spreadsheet program has rounded is refused, and says so', async () => {
  const task = await sheets.run(csv([heading, ['8.66E+14', 'rounded', '头盔']]), {
    said: { ...said, errors: { 'import.roundedNumber': '列格式应为文本' } },
  })
  expect(task).toMatchObject({ failedRows: 1 })
  expect((await sheets.errorLines(task.id))[1]).toContain('IMEI：列格式应为文本')
  const book = await sheets.run(
    await xlsx([
      [...heading, 'ICCID'],
      [imei(), 'rounded', '头盔', 8.9860123456789e19],
    ]),
    column('iccid', 'ICCID'),
    'a.xlsx',
  )
  expect(book).toMatchObject({ failedRows: 1 })
  expect(await devices('rounded')).toBe(0)
})

test('rows that are there already are refused, left alone or changed', async () => {
  const own = good('first')
  await sheets.run(csv([heading, own]))
  const again = csv([heading, [own[0] ?? '', 'second', '头盔'], good('second')])
  const refused = await sheets.run(again)
  expect(refused).toMatchObject({ failedRows: 1, skippedRows: 0 })
  expect((await sheets.errorLines(refused.id))[1]).toContain('IMEI：已存在')
  expect(await sheets.run(csv([heading, own]), { existing: 'skip' })).toMatchObject({
    failedRows: 0,
    skippedRows: 1,
  })
  expect(
    await sheets.run(
      csv([
        ['IMEI', '名称'],
        [own[0] ?? '', 'third'],
      ]),
      {
        existing: 'change',
        columns: deviceColumns.slice(0, 2),
      },
    ),
  ).toMatchObject({ failedRows: 0 })
  expect(await stored(String(own[0]), 'name, category_id')).toEqual({
    name: 'third',
    category_id: server.here.categoryId,
  })
})

test('a dry run says what would happen and changes nothing', async () => {
  const twice = good('dry')
  const task = await sheets.run(csv([heading, twice, good('dry'), twice, ['x', 'dry', '头盔']]), {
    dryRun: true,
  })
  expect(task).toMatchObject({ state: 'done', rows: 4, failedRows: 2 })
  expect(await devices('dry')).toBe(0)
  expect(
    await server.sql(sql =>
      sql.first(`select id from audit where action = 'device.create' and detail::text like '%dry%'`),
    ),
  ).toBeUndefined()
})

test('names and ids of another tenant are none', async () => {
  const { there } = server
  const task = await sheets.run(
    csv([
      [...heading, 'Group'],
      [imei(), 'foreign', '头盔', there.groupId],
      [imei(), 'foreign', '头盔', 'there group'],
      [imei(), 'foreign', there.categoryId, ''],
      [there.imei, 'foreign', '头盔', ''],
    ]),
    column('groupId', 'Group'),
  )
  expect(task).toMatchObject({ rows: 4, failedRows: 4 })
  expect(await devices('foreign')).toBe(0)
  const file = await sheets.upload(csv([heading, good()]))
  expect(await sheets.start(file, {}, server.tokens.stranger)).toMatchObject({
    id: 'field.reference',
    field: 'fileId',
  })
  expect(await sheets.start(file, {}, server.tokens.patrol)).toMatchObject({ id: 'forbidden' })
  expect(
    await server.call('/api/user/file/sheet', { token: server.tokens.stranger, query: { id: String(file) } }),
  ).toMatchObject({ id: 'row.unknown' })
})

test('a name that several rows have is not guessed at', async () => {
  for (const _ of [1, 2])
    await server.sql(sql =>
      sql.query(`insert into product (tenant_id, name, created_at, updated_at) values ($1, 'twin', 0, 0)`, [
        server.here.tenantId,
      ]),
    )
  const task = await sheets.run(
    csv([
      [...heading, 'Product'],
      [...good('ambiguous'), 'twin'],
    ]),
    {
      ...column('productId', 'Product'),
      said: { ...said, errors: { 'import.ambiguous': '不止一个' } },
    },
  )
  expect((await sheets.errorLines(task.id))[1]).toContain('Product：不止一个')
})

test.each([
  ['an empty sheet', '', 'import.noRows'],
  ['headings only', csv([heading]), 'import.noRows'],
  [
    'a column that is missing',
    csv([
      ['IMEI', '名称'],
      [imei(), 'x'],
    ]),
    'import.columns',
  ],
  [
    'a heading twice',
    csv([
      ['IMEI', '名称', '类别', '名称'],
      [imei(), 'x', '头盔', 'y'],
    ]),
    'import.doubledColumn',
  ],
])('%s is refused as a whole', async (_, text, reason) => {
  // An empty file is no upload at all.
  const bytes = text === '' ? '\n\n' : text
  expect(await sheets.run(bytes)).toMatchObject({ state: 'failed', reason })
})

test('300 columns, __proto__ as a heading, formulas and markup are only text', async () => {
  const own = imei()
  const wide = Array.from({ length: 300 }, (_, at) => `more ${at}`)
  const task = await sheets.run(
    csv([
      [...heading, '__proto__', 'Place', ...wide],
      [own, '=1+1', '头盔', 'x', '<img onerror=alert(1)>', ...wide],
    ]),
    { columns: [...deviceColumns, { of: 'installLocation', label: 'Place' }] },
  )
  expect(task).toMatchObject({ state: 'done', failedRows: 0 })
  expect(await stored(own, 'name, install_location')).toEqual({
    name: '=1+1',
    install_location: '<img onerror=alert(1)>',
  })
})

test('a file that is no sheet, and a workbook that explodes, harm nobody', async () => {
  const bomb = await xlsx([
    heading,
    ...Array.from({ length: 1_600 }, () => ['a'.repeat(30_000), 'b'.repeat(30_000), 'x'.repeat(32_000)]),
  ])
  expect(bomb.length).toBeLessThan(5 * 1024 * 1024)
  expect(await sheets.run(await xlsx([[]]), {}, 'a.xlsx')).toMatchObject({ state: 'failed' })
  expect(await sheets.run(bomb, {}, 'a.xlsx')).toMatchObject({ state: 'failed', reason: 'import.unreadable' })
  const cut = await xlsx([heading, good('cut')])
  expect(await sheets.run(cut.subarray(0, cut.length - 60), {}, 'a.xlsx')).toMatchObject({
    state: 'failed',
    reason: 'import.unreadable',
  })
})

test('the preview shows headings and first rows', async () => {
  const id = await sheets.upload(csv([heading, ...Array.from({ length: 30 }, () => good())]))
  const { data } = await server.call('/api/user/file/sheet', {
    token: server.tokens.admin,
    query: { id: String(id) },
  })
  expect(data).toMatchObject({ headings: heading, totalRows: 30 })
  expect((data as { rows: unknown[] }).rows).toHaveLength(8)
})

test('who may read sheets and not save saves nothing by a sheet', async () => {
  const { here, sql, logIn, app } = server
  await sql(async inner => {
    const role = await insert(inner, 'role', { tenant_id: here.tenantId, name: 'reader', scope: 'tenant' })
    await inner.query(
      `insert into role_resource (tenant_id, role_id, resource_id)
       select $1, $2, id from resource where mark in ('device.read', 'device.import', 'file.save')`,
      [here.tenantId, role],
    )
    await inner.query(
      `insert into account_role (tenant_id, account_id, role_id) select $1, id, $2 from account where username = 'patrol'`,
      [here.tenantId, role],
    )
  })
  app.parts.bus.emit('rights.changed', {})
  const token = await logIn('patrol')
  const sheet = csv([
    ['IMEI', '名称', '类别'],
    ['865099999999999', 'by sheet', String(here.categoryId)],
  ])
  const file = await sheets.upload(sheet, 'devices.csv', token)
  expect(await sheets.start(file, {}, token)).toMatchObject({ id: 'forbidden' })
})
