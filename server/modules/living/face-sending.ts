// A resident sends a picture of their face with their consent: it waits for review, is kept as long as it has to, and asked for once.
import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { consentFlaw, LONGEST_CONSENT_MS } from '../../../src/domain/face/duties.ts'
import { WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { ResidentContext } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { type Faces, keepPicture } from '../faces/public.ts'
import { staysOf } from './resident-home.ts'

interface SentFace {
  occupancyId: number
  /** Base64 of the picture. */
  picture: string
  birthDate: string
  /** A guardian's name, of a child. */
  guardianName?: string | undefined
}

export async function sendFace(
  faces: Faces,
  { phone, scoped, address }: ResidentContext,
  { occupancyId, picture, birthDate, guardianName }: SentFace,
): Promise<{ id: number }> {
  const now = Date.now()
  const guardian = guardianName?.trim() || null
  const flaw = consentFlaw(
    {
      ...{ birthDate, consentAt: now, expiresAt: now + LONGEST_CONSENT_MS },
      ...{ guardianName: guardian, guardianAt: guardian === null ? null : now },
    },
    now,
  )
  if (flaw) throw new Refused(flaw.id, { field: flaw.field })
  const stayOf = () =>
    staysOf(phone)
      .select(['o.id', 'o.tenant_id as tenantId', 'o.resident_id as residentId', 'p.name'])
      .where('o.id', '=', occupancyId)
      .where('o.state', '=', 'active')
  const stay = await scoped(sql => firstOf(sql, stayOf()))
  if (!stay) throw new Refused('row.unknown')
  const { tenantId } = stay
  const kept = await asFile(faces, picture, file =>
    keepPicture(faces, file, { scope: WHOLE, tenantId }, { remembers: true }),
  )
  return scoped(async sql => {
    // Whoever moves them out meanwhile waits, or has been first.
    const held = await firstOf(sql, stayOf().forUpdate('o'))
    if (!held) throw new Refused('row.unknown')
    await rowsOf(
      sql,
      tables.updateTable('face_picture').set({ use: 'review' }).where('id', '=', kept.id).returning('id'),
    )
    const made = await firstOf(
      sql,
      tables
        .insertInto('resident_face')
        .values({
          ...{ tenant_id: tenantId, created_at: now, updated_at: now, occupancy_id: occupancyId },
          ...{ resident_id: stay.residentId, picture_id: kept.id, birth_date: birthDate, consent_at: now },
          consent_by: guardian ?? stay.name,
        })
        .onConflict(conflict => conflict.doNothing())
        .returning('id'),
    )
    // The one before is still good, or still waits.
    if (!made) throw new Refused('field.duplicate', { field: 'picture' })
    sql.audit({
      ...{ tenantId, userId: null, userName: stay.name, address },
      ...{ action: 'residentFace.send', entity: 'residentFace', rowId: made.id, detail: null },
    })
    return made
  })
}

async function asFile<Result>(
  { filesDir }: Faces,
  picture: string,
  work: (file: { path: string; bytes: number; name: string }) => Promise<Result>,
): Promise<Result> {
  const bytes = Buffer.from(picture, 'base64')
  const folder = join(filesDir, 'tmp')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `face-${randomBytes(12).toString('hex')}`)
  try {
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
    return await work({ path, bytes: bytes.length, name: 'face' })
  } finally {
    await rm(path, { force: true })
  }
}
