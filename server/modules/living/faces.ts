// How faces of residents are stored and reviewed: an approved one becomes a sample and goes to the doors of the room.
import * as z from 'zod/mini'
import { LONGEST_CONSENT_MS } from '../../../src/domain/face/duties.ts'
import { NEW_LIBRARY } from '../../../src/domain/face/quality.ts'
import { residentFace } from '../../../src/domain/living/resident-face.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { departmentOf } from '../community/public.ts'
import { type Faces, holdFaces, outdateGallery, refuseUnfit } from '../faces/public.ts'
import { wantLists } from '../intercom/public.ts'
import { DOOR_NAMES, doorsOfRoom, IS_DOOR_OF } from './doors.ts'
import { eraseFaces } from './face-erasure.ts'
import type { LeavingTools } from './move-out.ts'

/** The library that samples of residents stand in. */
const LIBRARY = '住户'

const ofRoom = (expression: string) => `(select ${expression} from occupancy o join room r on r.id = o.room_id
  join unit u on u.id = r.unit_id join building b on b.id = r.building_id where o.id = t.occupancy_id)`
const ROOM_ID = ofRoom('r.id')
const HELD_BY = 't.sample_id = any(l.faces)'
const HOLDING = `array(select d.name from door_list l join device d on d.id = l.device_id where ${HELD_BY} order by d.name)`
const APPROVED = `t.state = 'approved' and t.sample_id is not null`
const LACKING = `array(select d.name from device d left join door_list l on l.device_id = d.id where ${IS_DOOR_OF(ROOM_ID)}
  and not coalesce(${HELD_BY}, false) order by d.name)`
/** An erased face keeps the number of its sample, so that doors which still hold it are found. */
const STILL_HOLDING = `array(select d.name from door_list l join device d on d.id = l.device_id
  where t.erased_sample_id = any(l.faces) order by d.name)`
const WAITING = `case when ${APPROVED} then ${LACKING} else ${STILL_HOLDING} end`

export function residentFaceStore(tools: LeavingTools & { faces: Faces }): Store {
  return {
    entity: residentFace,
    table: {
      name: 'resident_face',
      department: departmentOf(ofRoom('r.community_id')),
      columns: {
        residentName: '(select x.name from resident x where x.id = t.resident_id)',
        roomNo: ofRoom('r.room_no'),
        place: ofRoom("concat_ws(' · ', b.name, u.name)"),
        state: `case when t.state = 'approved' and t.sample_id is null then 'erased' else t.state end`,
        quality: '(select x.quality from face_picture x where x.id = t.picture_id)',
        deliveredTo: `case when ${APPROVED} then ${HOLDING} else '{}'::text[] end`,
        waitingAt: WAITING,
        delivery: `case when not (${APPROVED}) or cardinality(${HOLDING}) = 0 then 'none'
          when cardinality(${DOOR_NAMES(ROOM_ID)}) > 0 and cardinality(${LACKING}) = 0 then 'delivered' else 'partly' end`,
      },
      forgettable: ['birthDate', 'consentBy'],
      changedBy: 'decidedBy',
      commands: {
        approve: commanding => approve(tools, commanding),
        reject: commanding => reject(tools, commanding),
        erase: async ({ context: { sql }, row, tenantId }) => {
          const { occupancyId } = z.parse(z.object({ occupancyId: z.number() }), row)
          const doors = await eraseFaces(sql, tools.faces, { tenantId, occupancyId, at: Date.now() })
          await wantLists(sql, tools.bus, tenantId, doors)
        },
      },
    },
  }
}

async function libraryOf(sql: Sql, tenantId: number, at: number): Promise<number> {
  const known = await firstOf(
    sql,
    tables
      .selectFrom('face_library')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('name', '=', LIBRARY)
      .where('removed_at', 'is', null),
  )
  if (known) return known.id
  const made = await firstOf(
    sql,
    tables
      .insertInto('face_library')
      .values({
        ...{ tenant_id: tenantId, created_at: at, updated_at: at, name: LIBRARY },
        ...{ quality_threshold: NEW_LIBRARY.quality, intra_threshold: NEW_LIBRARY.intra },
        inter_threshold: NEW_LIBRARY.inter,
      })
      .returning('id'),
  )
  if (!made) throw new Error('The library of residents was not stored')
  return made.id
}

async function approve(
  { bus, faces }: LeavingTools & { faces: Faces },
  { context, row, tenantId }: Commanding,
) {
  const { sql, person } = context
  const at = Date.now()
  // Whoever else adds a face of the tenant waits: so does a second reviewer of this one.
  await holdFaces(sql, tenantId)
  const face = await firstOf(
    sql,
    tables
      .selectFrom('resident_face as f')
      .innerJoin('occupancy as o', 'o.id', 'f.occupancy_id')
      .innerJoin('resident as p', 'p.id', 'f.resident_id')
      .innerJoin('face_picture as x', 'x.id', 'f.picture_id')
      .select(['p.name as personName', 'f.birth_date as birthDate', 'f.consent_at as consentAt', 'o.state'])
      .select(['f.consent_by as consentBy', 'o.id as occupancyId', 'o.room_id as roomId'])
      .select(['o.valid_until as validUntil', 'x.id', 'x.model', 'x.embedding', 'x.quality'])
      .where('f.id', '=', row.id)
      .where('f.state', '=', 'waiting'),
  )
  // The picture waited too long, or the person has moved out.
  if (face?.state !== 'active') throw new Refused('state.transition', { field: 'state' })
  const libraryId = await libraryOf(sql, tenantId, at)
  const sample = { libraryId, personName: face.personName, birthDate: face.birthDate }
  await refuseUnfit(faces, sql, tenantId, { sample, picture: face, own: undefined })
  const own = face.consentBy === face.personName
  const made = await firstOf(
    sql,
    tables
      .insertInto('face_sample')
      .values({
        ...{
          tenant_id: tenantId,
          created_at: at,
          updated_at: at,
          library_id: libraryId,
          picture_id: face.id,
        },
        ...{ person_name: face.personName, birth_date: face.birthDate, consent_purpose: '门禁开门' },
        ...{ consent_at: face.consentAt, occupancy_id: face.occupancyId },
        expires_at: Math.min(face.validUntil ?? Number.MAX_SAFE_INTEGER, face.consentAt + LONGEST_CONSENT_MS),
        guardian_name: own ? null : face.consentBy,
        guardian_at: own ? null : face.consentAt,
      })
      .returning('id'),
  )
  if (!made) throw new Error('The sample was not stored')
  await rowsOf(
    sql,
    tables.updateTable('face_picture').set({ use: 'sample' }).where('id', '=', face.id).returning('id'),
  )
  await rowsOf(
    sql,
    tables
      .updateTable('resident_face')
      .set(({ eb }) => ({
        ...{ state: 'approved', sample_id: made.id, erased_sample_id: made.id, decided_by: person.name },
        ...{ decided_at: at, updated_at: at, version: eb('version', '+', 1) },
      }))
      .where('id', '=', row.id)
      .returning('id'),
  )
  await outdateGallery(sql, tenantId)
  const doors = await doorsOfRoom(sql, face.roomId)
  await wantLists(
    sql,
    bus,
    tenantId,
    doors.map(({ id }) => id),
  )
}

/** What was not taken is not kept: the picture goes with the decision. */
async function reject(
  { faces }: LeavingTools,
  { context: { sql, person }, row, input, tenantId }: Commanding,
) {
  const { reason } = z.parse(z.object({ reason: z.string() }), input)
  const { occupancyId } = z.parse(z.object({ occupancyId: z.number() }), row)
  const at = Date.now()
  await eraseFaces(sql, faces, { tenantId, occupancyId, at })
  await rowsOf(
    sql,
    tables
      .updateTable('resident_face')
      .set({ state: 'rejected', reason, decided_by: person.name, decided_at: at, updated_at: at })
      .where('id', '=', row.id)
      .returning('id'),
  )
}
