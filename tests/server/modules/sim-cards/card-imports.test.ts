// Cards and bindings from spreadsheets: ten thousand rows with bad ones among them, each refused by name.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { importer } from '../tasks/sheets.ts'

let server: TestServer
let sheets: ReturnType<typeof importer>
beforeAll(async () => {
  server = await startServer()
  sheets = importer(server)
}, 60_000)
afterAll(() => server.stop())

async function importRows(entity: string, columns: { of: string; label: string }[], lines: string[]) {
  const fileId = await sheets.upload(
    [columns.map(({ label }) => label).join(','), ...lines].join('\r\n'),
    'cards.csv',
  )
  const started = await server.call(`/api/iotCard/${entity}/import`, {
    token: server.tokens.admin,
    body: {
      fileId,
      columns,
      existing: 'refuse',
      zone: 'Asia/Shanghai',
      words: { carrier: { mobile: '中国移动', telecom: '中国电信' } },
      said: {
        row: '行',
        reason: '原因',
        line: '{field}：{reason}',
        errors: {
          'field.iccid': '不是ICCID',
          'field.duplicate': '重复',
          'import.exists': '已存在',
          'sim.alreadyBound': '已绑定',
          'field.reference': '没有',
        },
      },
    },
  })
  expect(started, JSON.stringify(started)).toMatchObject({ code: 0 })
  return sheets.ended((started.data as { taskId: number }).taskId, server.tokens.admin, 150_000)
}

const number = (n: number) => `89860033${String(n).padStart(12, '0')}`

test('10,000 cards with 1 % of bad rows: 9,900 are here, 100 come back with their reasons', async () => {
  // The number of another tenant's card is taken like any other, without a word of whose it is.
  const bad = ['8986', '8986003300000000000000', '8986003300000000000Z', server.there.simIccid]
  const lines = Array.from({ length: 10_000 }, (_, n) =>
    n % 100 === 50
      ? `${bad[Math.floor(n / 100) % 4]},中国移动,`
      : `${number(n)},中国电信,1410${String(n).padStart(9, '0')}`,
  )
  const task = await importRows(
    'simCard',
    [
      { of: 'iccid', label: 'ICCID' },
      { of: 'carrier', label: '运营商' },
      { of: 'accessNumber', label: '接入号' },
    ],
    lines,
  )
  expect(task).toMatchObject({ state: 'done', failedRows: 100, totalRows: 10_000 })
  const stored = await server.sql(sql =>
    sql.first<{ n: number }>(
      `select count(*) as n from sim_card where tenant_id = $1 and iccid like '89860033%' and carrier = 'telecom'`,
      [server.here.tenantId],
    ),
  )
  expect(stored?.n).toBe(9_900)
  const refused = await sheets.errorLines(task.id)
  expect(refused).toHaveLength(101)
  expect(refused[1]).toContain('不是ICCID')
  expect(refused.filter(line => line.includes(server.there.simIccid))).toHaveLength(25)
  expect(refused.find(line => line.includes(server.there.simIccid))).toContain('重复')
  expect(refused.join('\n')).not.toContain('there')
}, 200_000)

test('bindings: good pairs are bound, the others say what is taken or missing', async () => {
  const { otherImei, imei } = server.here
  const task = await importRows(
    'simBinding',
    [
      { of: 'iccid', label: 'ICCID' },
      { of: 'imei', label: 'IMEI' },
    ],
    [
      `${number(1)},${otherImei}`,
      `${number(2)},${otherImei}`,
      `${number(1)},${imei}`,
      `${number(3)},${server.there.otherImei}`,
      `${server.there.simIccid},${otherImei}`,
      `${number(999_999)},${otherImei}`,
    ],
  )
  expect(task).toMatchObject({ state: 'done', failedRows: 5 })
  const refused = await sheets.errorLines(task.id)
  expect(refused[1]).toMatch(/,3,IMEI：已绑定$/)
  expect(refused[2]).toMatch(/,4,ICCID：已绑定$/)
  expect(refused.slice(3).every(line => line.endsWith('没有'))).toBe(true)
  const bound = await server.call('/api/iotCard/simBinding/page', {
    token: server.tokens.admin,
    query: { imei: otherImei, state: 'bound' },
  })
  expect(bound.data).toMatchObject({ total: 1, list: [{ iccid: number(1) }] })
})
