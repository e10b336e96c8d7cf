// Faces of the demo: heads drawn by code, of nobody. One place has turned faces on; the others show how that is done.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import { UNKNOWN_KEPT_MS } from '../../src/domain/face/duties.ts'
import { NEW_LIBRARY } from '../../src/domain/face/quality.ts'
import type { Sql } from '../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../db/typed.ts'
import { faceKey } from '../modules/faces/pictures.ts'
import type { Uploader } from './files.ts'

const SIDE = 240

interface Head {
  ground: string
  skin: string
  hair: string
  cloth: string
}

const people: readonly (Head & { name: string; labels: string })[] = [
  { name: '林小满', labels: '物业', ground: '#c9dcef', skin: '#f2c9a1', hair: '#3b2a22', cloth: '#2f6fab' },
  {
    name: '何知夏',
    labels: '物业,夜班',
    ground: '#e6dccd',
    skin: '#e8b98d',
    hair: '#1f1b1a',
    cloth: '#a8552f',
  },
  { name: '陆远舟', labels: '保安', ground: '#cfe4d6', skin: '#d9a67a', hair: '#57402f', cloth: '#2f7d5b' },
  { name: '顾青禾', labels: '保洁', ground: '#e3d3e6', skin: '#f0c3a0', hair: '#2b2530', cloth: '#6d4a8f' },
]
const stranger: Head = { ground: '#d5d8dc', skin: '#c9956c', hair: '#262626', cloth: '#555b63' }
/** As a camera at the gate has them. */
const strangers = { day: stranger, dusk: { ...stranger, ground: '#7d8894', cloth: '#6b4f3a' } }

const drawing = ({ ground, skin, hair, cloth }: Head) => `
<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 120 120">
  <rect width="120" height="120" fill="${ground}"/>
  <path d="M16 120c2-28 20-38 44-38s42 10 44 38z" fill="${cloth}"/>
  <rect x="52" y="72" width="16" height="16" fill="${skin}"/>
  <ellipse cx="60" cy="54" rx="24" ry="28" fill="${skin}"/>
  <path d="M35 52c-2-26 12-34 25-34s27 8 25 34c-4-12-10-18-25-18s-21 6-25 18z" fill="${hair}"/>
  <circle cx="51" cy="55" r="2.6" fill="#222"/><circle cx="69" cy="55" r="2.6" fill="#222"/>
  <path d="M52 69q8 5 16 0" stroke="#8a4b3a" stroke-width="2.4" fill="none" stroke-linecap="round"/>
</svg>`

/** Writes rows and bytes of one tenant: a library, its samples, and captures of strangers. */
export async function seedFaces(sql: Sql, filesDir: string, who: Uploader, now: number): Promise<void> {
  const { tenantId } = who
  await sql.change('insert into face_setting (tenant_id, on_at, on_by) values ($1, $2, $3)', [
    tenantId,
    now - 60 * DAY_MS,
    who.userName,
  ])
  const base = (at: number) => ({ tenant_id: tenantId, created_at: at, updated_at: at })
  const library = await firstOf(
    sql,
    tables
      .insertInto('face_library')
      .values({
        ...base(now - 60 * DAY_MS),
        name: '物业员工',
        quality_threshold: NEW_LIBRARY.quality,
        intra_threshold: NEW_LIBRARY.intra,
        inter_threshold: NEW_LIBRARY.inter,
        custom_info: '小区出入口比对',
      })
      .returning('id'),
  )
  if (!library) throw new Error('The library was not stored')
  const draw = (head: Head, name: string, use: 'sample' | 'capture', at: number) =>
    drawn(sql, { filesDir, tenantId, head, name, use, at })
  for (const [at, person] of people.entries()) {
    const given = now - (50 - at) * DAY_MS
    await rowsOf(
      sql,
      tables.insertInto('face_sample').values({
        ...base(given),
        library_id: library.id,
        picture_id: await draw(person, person.name, 'sample', given),
        person_name: person.name,
        labels: person.labels,
        birth_date: `19${80 + at * 4}-0${at + 3}-1${at}`,
        consent_purpose: '小区出入口身份比对',
        consent_at: given,
        expires_at: given + 365 * DAY_MS,
      }),
    )
  }
  // Whom a capture is like says an engine; the demo has none, so nobody has been found in these.
  const capture = async (name: string, head: Head, at: number) => {
    const values = {
      ...base(at),
      picture_id: await draw(head, name, 'capture', at),
      state: 'unknown',
      place: '东门',
      at,
      expires_at: at + UNKNOWN_KEPT_MS,
    }
    await rowsOf(sql, tables.insertInto('face_capture').values(values))
  }
  await capture('a', strangers.dusk, now - 2 * HOUR_MS)
  await capture('b', strangers.day, now - 3 * DAY_MS)
}

const RESIDENTS_SEND = [
  { head: { ground: '#dbe6c9', skin: '#eec39a', hair: '#2a201c', cloth: '#3f6b8f' }, reason: null },
  { head: { ground: '#f0dfd0', skin: '#dcae82', hair: '#4a3426', cloth: '#8a3f55' }, reason: null },
  {
    head: { ground: '#d0d4dd', skin: '#c99a72', hair: '#20222a', cloth: '#4c5a3c' },
    reason: '光线太暗，请重新拍摄',
  },
]

/** Pictures that residents have sent for their doors: two wait for a review, one was sent back. */
export async function seedResidentFaces(
  sql: Sql,
  filesDir: string,
  who: Uploader,
  now: number,
): Promise<void> {
  const { tenantId } = who
  const stays = await rowsOf(
    sql,
    tables
      .selectFrom('occupancy as o')
      .innerJoin('resident as r', 'r.id', 'o.resident_id')
      .select(['o.id', 'o.resident_id as residentId', 'r.name'])
      .where('o.tenant_id', '=', tenantId)
      .where('o.state', '=', 'active')
      .orderBy('o.id')
      .limit(RESIDENTS_SEND.length),
  )
  for (const [nth, stay] of stays.entries()) {
    const sent = RESIDENTS_SEND[nth]
    if (!sent) break
    const at = now - (nth + 1) * 5 * HOUR_MS
    await rowsOf(
      sql,
      tables.insertInto('resident_face').values({
        ...{ tenant_id: tenantId, created_at: at, updated_at: at, occupancy_id: stay.id },
        resident_id: stay.residentId,
        picture_id: await drawn(sql, {
          ...{ filesDir, tenantId, head: sent.head, name: `resident ${stay.id}`, use: 'review', at },
        }),
        ...{ consent_at: at, consent_by: stay.name, birth_date: `198${nth + 2}-05-1${nth}` },
        ...(sent.reason !== null && {
          ...{ state: 'rejected', reason: sent.reason, decided_by: who.userName, decided_at: at + HOUR_MS },
        }),
      }),
    )
  }
}

interface Drawn {
  filesDir: string
  tenantId: number
  head: Head
  name: string
  use: 'sample' | 'capture' | 'review'
  at: number
}

async function drawn(sql: Sql, { filesDir, tenantId, head, name, use, at }: Drawn): Promise<number> {
  const bytes = await sharp(Buffer.from(drawing(head)))
    .png()
    .toBuffer()
  const key = createHash('sha256').update(`demo face ${tenantId} ${use} ${name}`).digest('base64url')
  const path = join(filesDir, faceKey(key))
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, bytes, { mode: 0o600 })
  const row = await firstOf(
    sql,
    tables
      .insertInto('face_picture')
      .values({
        ...{ tenant_id: tenantId, created_at: at, key, storage: 'local', content_type: 'image/png' },
        ...{ bytes: bytes.length, name: `${name}.png`, use },
      })
      .returning('id'),
  )
  if (!row) throw new Error('The picture was not stored')
  return row.id
}
