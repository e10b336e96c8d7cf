// Rooms from a sheet: bad rows come back with their reasons, the same sheet again makes none twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { type Cells, csv, importer } from '../tasks/sheets.ts'

let server: TestServer
let sheets: ReturnType<typeof importer>
beforeAll(async () => {
  server = await startServer()
  sheets = importer(server)
})
afterAll(() => server.stop())

const save = async (entity: string, body: object) => {
  const answer = await server.call(`/api/user/${entity}/save`, { token: server.tokens.admin, body })
  expect(answer.code, answer.id).toBe(0)
  return (answer.data as { id: number }).id
}

const columns = [
  { of: 'unitId', label: 'Unit' },
  { of: 'floorNo', label: 'Floor' },
  { of: 'roomNo', label: 'Number' },
  { of: 'kind', label: 'Kind' },
  { of: 'area', label: 'Area' },
]
const heading = ['Unit', 'Floor', 'Number', 'Kind', 'Area']

async function importRooms(lines: readonly Cells[], more: object = {}) {
  const fileId = await sheets.upload(csv([heading, ...lines]), 'rooms.csv')
  const answer = await server.call('/api/user/room/import', {
    token: server.tokens.admin,
    body: { fileId, columns, existing: 'skip', zone: 'Asia/Shanghai', ...more },
  })
  expect(answer.code, answer.id).toBe(0)
  return sheets.ended((answer.data as { taskId: number }).taskId)
}

test('rooms of two units that are called alike, with bad rows back, twice', async () => {
  const communityId = await save('community', {
    ...{
      name: 'Sheet Park',
      buildingPattern: '{number}',
      unitPattern: '{number}',
      roomPattern: '{floor:2}{room:2}',
    },
  })
  const buildings = [
    await save('building', { communityId, name: 'B1', floors: 9 }),
    await save('building', { communityId, name: 'B2', floors: 9 }),
  ]
  for (const buildingId of buildings) await save('unit', { buildingId, name: 'U1' })
  const [one, two] = ['Sheet Park/B1/U1', 'Sheet Park/B2/U1']
  const lines: Cells[] = [
    [one, 1, '0101', 'home', '88.5'],
    [two, 1, '0101', 'home', '88.5'],
    [one, 1, '102', 'home', ''],
    [one, 0, '0001', 'home', ''],
    [one, 10, '1001', 'home', ''],
    ['Sheet Park/B3/U1', 1, '0103', 'home', ''],
    [one, 1, '\uFF10104', 'home', ''],
    [one, 1, '0101', 'shop', ''],
  ]
  expect(await importRooms(lines)).toMatchObject({ state: 'done', rows: 8, failedRows: 5, skippedRows: 0 })
  const stored = () =>
    server.sql(sql =>
      sql.query<{ room_no: string }>('select room_no, kind, building_id from room where community_id = $1', [
        communityId,
      ]),
    )
  expect(await stored()).toHaveLength(3)
  expect(await importRooms(lines)).toMatchObject({ failedRows: 5, skippedRows: 3 })
  expect(await stored()).toHaveLength(3)
})
