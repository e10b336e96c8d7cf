// Photos of the demo: what patrols photographed of late, drawn at seeding, and how it was judged.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { ReviewReason, ReviewState } from '../../src/domain/media/review.ts'
import type { Sql } from '../db/scoped.ts'
import { uploadKey } from '../modules/files/open-upload.ts'
import type { Staffed } from './accounts.ts'
import type { Uploader } from './files.ts'
import type { DemoDevice } from './fleet.ts'
import { chanceOf } from './random.ts'
import { insertRows } from './rows.ts'

const SIZE = { width: 960, height: 640 }

type Scene = 'gate' | 'stairs' | 'cabinet' | 'fence' | 'hydrant'

interface Shot {
  name: string
  scene: Scene
  state: ReviewState
  /** Hours ago. */
  ago: number
  reason?: ReviewReason
  published?: true
  pinned?: true
  note?: string
}

const shots: readonly Shot[] = [
  { name: '北门巡查', scene: 'gate', state: 'review', ago: 0.4, note: '道闸抬起后没有落下' },
  { name: '3号楼楼梯间杂物', scene: 'stairs', state: 'review', ago: 0.9 },
  { name: '配电箱外壳', scene: 'cabinet', state: 'review', ago: 1.3, note: '箱门未锁' },
  { name: '东侧围栏', scene: 'fence', state: 'review', ago: 2.1 },
  { name: '消防栓水压表', scene: 'hydrant', state: 'review', ago: 2.8 },
  { name: '西门岗亭', scene: 'gate', state: 'review', ago: 3.5 },
  { name: '5号楼通道', scene: 'stairs', state: 'review', ago: 4.2 },
  { name: '南侧围栏缺口', scene: 'fence', state: 'reported', ago: 20, reason: 'duplicate' },
  { name: '一层配电间', scene: 'cabinet', state: 'approved', ago: 26, published: true, pinned: true },
  { name: '北门岗亭夜间', scene: 'gate', state: 'approved', ago: 31, published: true },
  { name: '地库消防栓', scene: 'hydrant', state: 'approved', ago: 44 },
  { name: '模糊的照片', scene: 'fence', state: 'rejected', ago: 50, reason: 'unclear' },
  { name: '旧楼梯间', scene: 'stairs', state: 'hidden', ago: 70 },
]

/** Photos of one place, taken beside its devices. */
export async function seedPhotos(
  sql: Sql,
  fleet: readonly DemoDevice[],
  { people }: Pick<Staffed, 'people'>,
  { filesDir, who, now }: { filesDir: string; who: Uploader; now: number },
): Promise<void> {
  const chance = chanceOf(who.tenantId * 7 + 3)
  const [judge] = people
  const taker = people.at(1) ?? judge
  const near = fleet.filter(({ departmentId }) => departmentId !== null)
  if (!judge || !taker || near.length === 0) return
  for (const shot of shots) {
    const device = chance.pick(near)
    const takenAt = Math.round(now - shot.ago * HOUR_MS - chance.whole(0, 9) * MINUTE_MS)
    const bytes = await drawnScene(shot.scene, chance.whole(0, 40))
    const fileId = await keptFile(sql, filesDir, who, { name: `${shot.name}.jpg`, bytes, at: takenAt })
    const judgedAt = shot.state === 'review' ? null : takenAt + 90 * MINUTE_MS
    await insertRows(sql, 'photo', [
      {
        tenant_id: who.tenantId,
        version: 1,
        created_at: takenAt + MINUTE_MS,
        updated_at: judgedAt ?? takenAt + MINUTE_MS,
        name: shot.name,
        note: shot.note ?? null,
        file_id: fileId,
        source: 'camera',
        state: shot.state,
        reason: shot.reason ?? null,
        pinned: shot.pinned ?? false,
        published: shot.published ?? false,
        published_at: shot.published ? judgedAt : null,
        taken_at: takenAt,
        latitude: device.latitude + chance.whole(-40, 40) / 1e5,
        longitude: device.longitude + chance.whole(-40, 40) / 1e5,
        accuracy_metres: chance.whole(4, 25),
        place: device.location,
        department_id: device.departmentId,
        user_id: taker.id,
        user_name: taker.name,
        judged_by_id: judgedAt && judge.id,
        judged_by_name: judgedAt && judge.name,
        judged_at: judgedAt,
        changed_by_name: judgedAt ? judge.name : taker.name,
        steps: [],
      },
    ])
  }
}

async function keptFile(
  sql: Sql,
  filesDir: string,
  { tenantId, userId, userName }: Uploader,
  { name, bytes, at }: { name: string; bytes: Buffer; at: number },
): Promise<number> {
  const key = createHash('sha256').update(`demo photo ${tenantId} ${name}`).digest('base64url')
  const path = join(filesDir, uploadKey(key))
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, bytes, { mode: 0o600 })
  const [id] = await insertRows(
    sql,
    'stored_file',
    [
      {
        tenant_id: tenantId,
        version: 1,
        created_at: at,
        updated_at: at,
        kind: 'image',
        name,
        content_type: 'image/jpeg',
        bytes: bytes.length,
        ...SIZE,
        key,
        storage: 'local',
        user_id: userId,
        user_name: userName,
      },
    ],
    'id',
  )
  if (id === undefined) throw new Error('A photo of the demo was not stored')
  return id
}

const things: Record<Scene, (turn: number) => string> = {
  gate: turn =>
    `<rect x="130" y="250" width="120" height="240" fill="#e9e2d2"/><rect x="160" y="290" width="60" height="70" fill="#5d7288"/>
     <g transform="translate(250 430) rotate(${-turn})"><rect width="460" height="18" fill="#f4f4f4"/><path d="M40 0h60v18h-60zM180 0h60v18h-60zM320 0h60v18h-60z" fill="#c8372d"/></g>`,
  stairs: turn =>
    `${[0, 1, 2, 3, 4, 5].map(step => `<rect x="${140 + step * 95}" y="${500 - step * 62}" width="${680 - step * 95}" height="64" fill="hsl(35 9% ${62 - step * 5}%)"/>`).join('')}
     <rect x="${210 + turn * 2}" y="420" width="120" height="86" fill="#a9773f"/><rect x="${250 + turn * 2}" y="360" width="80" height="62" fill="#c19257"/>`,
  cabinet: turn =>
    `<rect x="320" y="130" width="320" height="400" rx="8" fill="#a7b0b5"/><rect x="345" y="160" width="${270 - turn * 3}" height="340" fill="#c7ced1"/>
     <path d="M480 220l60 100h-44l30 90-100-120h50z" fill="#e0b020"/>`,
  fence: turn =>
    `${[...Array(14).keys()]
      .filter(post => post * 3 !== turn - (turn % 3))
      .map(post => `<rect x="${50 + post * 64}" y="250" width="14" height="260" fill="#5c6670"/>`)
      .join('')}<path d="M40 300h880v12H40zM40 440h880v12H40z" fill="#5c6670"/>`,
  hydrant: turn =>
    `<rect x="420" y="240" width="120" height="280" rx="18" fill="#b8322b"/><circle cx="480" cy="220" r="66" fill="#f2f2f0" stroke="#444" stroke-width="8"/>
     <g transform="rotate(${turn * 4 - 80} 480 220)"><rect x="476" y="170" width="8" height="54" fill="#222"/></g>`,
}

/** No camera and nobody in it: shapes, a little tilted and noisy as photos are. */
function drawnScene(scene: Scene, turn: number): Promise<Buffer> {
  const sky = `hsl(${200 + turn} 28% ${78 - turn / 2}%)`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><rect width="960" height="640" fill="${sky}"/><rect y="490" width="960" height="150" fill="hsl(${70 + turn} 9% 42%)"/>${things[scene](turn)}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 74 }).toBuffer()
}
