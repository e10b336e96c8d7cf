// Sheets for imports: as text and as workbooks, and the calls that read them.
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { expect, vi } from 'vitest'
import { writeXlsx } from '../../../../server/modules/tasks/xlsx.ts'
import type { Answer, TestServer } from '../../start.ts'
import { FILE, uploadTo } from '../files/upload-call.ts'

export type Cells = readonly (string | number | null)[]

export const csv = (lines: readonly Cells[], separator = ',') =>
  stringify(
    lines.map(cells => [...cells]),
    { delimiter: separator, quoted: true, quoted_empty: true, record_delimiter: '\r\n', eof: false },
  )

export async function xlsx(lines: readonly Cells[]): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sheet-'))
  const path = join(folder, 'sheet.xlsx')
  await writeXlsx(
    createWriteStream(path),
    (async function* () {
      yield* lines
    })(),
  )
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}

export interface ImportTask {
  id: number
  state: string
  reason: string | null
  rows: number
  failedRows: number
  skippedRows: number
  totalRows: number | null
}

/** Device columns as most of these sheets have them. */
export const deviceColumns = [
  { of: 'imei', label: 'IMEI' },
  { of: 'name', label: '名称' },
  { of: 'categoryId', label: '类别' },
]

export const said = {
  row: '行',
  reason: '原因',
  line: '{field}：{reason}',
  errors: { 'field.imei': '请输入数字IMEI', 'import.exists': '已存在', 'field.reference': '没有这一项' },
}

export function importer(server: TestServer) {
  const upload = async (bytes: Uint8Array | string, name = 'devices.csv', token = server.tokens.admin) => {
    const answer = await uploadTo(server, FILE, bytes, name, { token })
    expect(answer, JSON.stringify(answer)).toMatchObject({ code: 1 })
    return (answer.data as { id: number }).id
  }
  const start = (
    fileId: number,
    more: object = {},
    token = server.tokens.admin,
    entity = 'device',
  ): Promise<Answer> =>
    server.call(`/api/device/${entity}/import`, {
      token,
      body: { fileId, columns: deviceColumns, existing: 'refuse', zone: 'Asia/Shanghai', said, ...more },
    })
  const taskOf = async (id: number, token = server.tokens.admin) =>
    (await server.call('/api/message/task/get', { token, query: { id: String(id) } })).data as ImportTask
  const ended = (id: number, token = server.tokens.admin, timeout = 60_000) =>
    vi.waitFor(
      async () => {
        const task = await taskOf(id, token)
        expect(['done', 'failed', 'timeout']).toContain(task.state)
        return task
      },
      { timeout, interval: 100 },
    )
  const run = async (bytes: Uint8Array | string, more: object = {}, name = 'devices.csv') => {
    const answer = await start(await upload(bytes, name), more)
    expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 })
    return ended((answer.data as { taskId: number }).taskId)
  }
  const errors = async (id: number, token = server.tokens.admin) => {
    const response = await fetch(`${server.url}/api/message/task/errors?id=${id}`, {
      headers: { authorization: token },
    })
    return Buffer.from(await response.arrayBuffer())
  }
  const errorLines = async (id: number) =>
    (await errors(id)).toString('utf8').slice(1).trimEnd().split('\r\n')
  return { upload, start, taskOf, ended, run, errors, errorLines }
}
