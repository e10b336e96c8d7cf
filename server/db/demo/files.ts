// Files of the demo: a few small pictures and sheets that somebody has uploaded, made at seeding.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { uploadKey } from '../../modules/files/open-upload.ts'
import type { Sql } from '../scoped.ts'

const DAY_MS = 86_400_000

interface Uploader {
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

function scene(sky: string, ground: string, jpeg: boolean): Promise<Buffer> {
  const drawn = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320"><rect width="480" height="320" fill="${sky}"/><rect y="210" width="480" height="110" fill="${ground}"/><rect x="150" y="90" width="180" height="130" fill="#f4f0e8"/><rect x="215" y="140" width="50" height="80" fill="#3c4a5c"/></svg>`,
  )
  const picture = sharp(drawn)
  return (jpeg ? picture.jpeg({ quality: 70 }) : picture.png({ palette: true })).toBuffer()
}
