// Files of the demo: a few small pictures and sheets that somebody has uploaded, made at seeding.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import { uploadKey } from '../modules/files/open-upload.ts'

export interface Uploader {
  tenantId: number
  userId: number
  userName: string
}

/** Colours of sky and ground; enough to tell the pictures apart. */
const pictures = [
  { name: '一号门.jpg', sky: '#9cc4e8', ground: '#5b6b57' },
  { name: '配电房.jpg', sky: '#c7d3dd', ground: '#6f6257' },
  { name: '大堂.png', sky: '#e8dcc7', ground: '#8a7a66' },
  { name: '北区围栏.jpg', sky: '#a8c9b4', ground: '#4d5b46' },
] as const

const sheets = [
  { name: '设备清单.csv', text: '\uFEFFIMEI,名称\r\n866123456789012,头盔 01\r\n866123456789013,头盔 02\r\n' },
  { name: '说明.txt', text: '设备安装说明：先充电，再开机，最后绑定。\r\n' },
] as const

/** Writes rows and bytes for one tenant. The addresses are made of the tenant and the name, so they are the same each time. */
export async function seedFiles(sql: Sql, filesDir: string, who: Uploader, now: number): Promise<void> {
  let at = 0
  const keep = async (file: {
    name: string
    kind: string
    type: string
    bytes: Buffer
    width?: number
    height?: number
  }) => {
    const key = createHash('sha256').update(`demo file ${who.tenantId} ${file.name}`).digest('base64url')
    const path = join(filesDir, uploadKey(key))
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, file.bytes, { mode: 0o600 })
    const createdAt = now - ++at * 2.3 * DAY_MS
    await sql.query(
      `insert into stored_file (tenant_id, created_at, updated_at, kind, name, content_type, bytes, width, height, key, user_id, user_name)
       values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        who.tenantId,
        Math.round(createdAt),
        file.kind,
        file.name,
        file.type,
        file.bytes.length,
        file.width ?? null,
        file.height ?? null,
        key,
        who.userId,
        who.userName,
      ],
    )
  }
  for (const { name, sky, ground } of pictures) {
    const jpeg = name.endsWith('.jpg')
    const bytes = await scene(sky, ground, jpeg)
    await keep({
      name,
      kind: 'image',
      type: jpeg ? 'image/jpeg' : 'image/png',
      bytes,
      width: 480,
      height: 320,
    })
  }
  for (const { name, text } of sheets)
    await keep({
      name,
      kind: 'file',
      type: name.endsWith('.csv') ? 'text/csv' : 'text/plain',
      bytes: Buffer.from(text),
    })
}

const devicesSheet = (lines: readonly string[]) => `\uFEFFIMEI,名称\r\n${lines.join('\r\n')}\r\n`

/** What somebody has exported and imported of late: a file that waits, and rows that were refused. */
export async function seedTasks(sql: Sql, filesDir: string, who: Uploader, now: number): Promise<void> {
  const add = (task: {
    kind: string
    name: string
    rows: number
    failed: number
    bytes: number | null
    at: number
    request: object
  }) =>
    sql.first<{ id: number }>(
      `insert into task (tenant_id, created_at, updated_at, kind, entity, format, state, file_name, rows, total_rows, failed_rows,
         bytes, user_id, user_name, started_at, finished_at, request)
       values ($1, $2, $2, $3, 'device', 'csv', 'done', $4, $5, $5, $6, $7, $8, $9, $2, $2, $10) returning id`,
      [
        who.tenantId,
        task.at,
        task.kind,
        task.name,
        task.rows,
        task.failed,
        task.bytes,
        who.userId,
        who.userName,
        JSON.stringify({ attempts: 1, ...task.request }),
      ],
    )
  const text = devicesSheet(['866123456789012,头盔 01', '866123456789013,头盔 02'])
  const exported = await add({
    kind: 'export',
    name: 'device-demo.csv',
    rows: 2,
    failed: 0,
    bytes: Buffer.byteLength(text),
    at: now - HOUR_MS,
    request: {},
  })
  if (exported) {
    const path = `exports/${exported.id}.csv`
    mkdirSync(join(filesDir, 'exports'), { recursive: true, mode: 0o700 })
    writeFileSync(join(filesDir, path), text, { mode: 0o600 })
    await sql.change('update task set path = $2 where id = $1', [exported.id, path])
  }
  const columns = [
    { of: 'imei', label: 'IMEI' },
    { of: 'name', label: '名称' },
  ]
  const said = {
    row: '行',
    reason: '原因',
    line: '{field}：{reason}',
    errors: { 'field.imei': '请输入数字IMEI', 'field.required': '不能为空', 'import.exists': '已存在' },
  }
  const imported = await add({
    kind: 'import',
    name: '设备清单.csv',
    rows: 200,
    failed: refused.length,
    bytes: null,
    at: now - 7_200_000,
    request: { headings: ['IMEI', '名称'], request: { columns, said } },
  })
  for (const { row, cells, field, reason } of imported ? refused : [])
    await sql.query(
      'insert into task_error (tenant_id, task_id, row_no, cells, field, reason) values ($1, $2, $3, $4, $5, $6)',
      [who.tenantId, imported?.id, row, JSON.stringify(cells), field, reason],
    )
}

const refused = [
  { row: 12, cells: ['86612345', '头盔 11'], field: 'imei', reason: 'field.imei' },
  { row: 58, cells: ['866123456789070', ''], field: 'name', reason: 'field.required' },
  { row: 143, cells: ['866123456789012', '头盔 01'], field: 'imei', reason: 'import.exists' },
] as const

function scene(sky: string, ground: string, jpeg: boolean): Promise<Buffer> {
  const drawn = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320"><rect width="480" height="320" fill="${sky}"/><rect y="210" width="480" height="110" fill="${ground}"/><rect x="150" y="90" width="180" height="130" fill="#f4f0e8"/><rect x="215" y="140" width="50" height="80" fill="#3c4a5c"/></svg>`,
  )
  const picture = sharp(drawn)
  return (jpeg ? picture.jpeg({ quality: 70 }) : picture.png({ palette: true })).toBuffer()
}
