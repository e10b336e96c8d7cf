// Looks after open incidents whose officers were lost: a role that was emptied, an account that was disabled or moved. None of
// these knows of incidents, so the incidents are looked at again and again.
import * as z from 'zod/mini'
import type { Sql } from '../../db/scoped.ts'
import { administratorsOf, audienceOf, type NoticeFor } from '../notices/public.ts'

const openIncident = z.object({
  id: z.int(),
  attended: z.boolean(),
  tenantId: z.int(),
  personId: z.int(),
  departmentId: z.nullable(z.int()),
  name: z.string(),
})

/**
 * What administrators are told: open incidents that somebody could handle until now, and nobody besides themselves can any
 * more. Those that were theirs alone from the beginning they know of.
 */
export async function tellOfUnattended(sql: Sql, at: number): Promise<NoticeFor[]> {
  const rows = await sql.query(
    `select i.id, i.attended, i.tenant_id as "tenantId", i.person_id as "personId", p.department_id as "departmentId", p.name
     from incident i join monitored_person p on p.id = i.person_id where i.state <> 'closed' order by i.id`,
    [],
  )
  const administrators = new Map<number, number[]>()
  const attendance = new Map<string, boolean>()
  const told = new Map<number, NoticeFor>()
  for (const row of z.parse(z.array(openIncident), rows)) {
    const { tenantId, departmentId } = row
    const theirs = administrators.get(tenantId) ?? (await administratorsOf(sql, tenantId))
    administrators.set(tenantId, theirs)
    const key = `${tenantId} ${departmentId}`
    const attended =
      attendance.get(key) ??
      (await audienceOf(sql, { tenantId, departmentId }, 'monitoredPerson.handle')).some(
        id => !theirs.includes(id),
      )
    attendance.set(key, attended)
    if (attended === row.attended) continue
    // Whichever server turns it over tells of it.
    const turned = await sql.change(
      `update incident set attended = $2 where id = $1 and attended <> $2 and state <> 'closed'`,
      [row.id, attended],
    )
    if (turned > 0 && !attended) told.set(row.personId, noticeOf(row, theirs, at))
  }
  return [...told.values()]
}

const noticeOf = (
  { tenantId, personId, name }: z.output<typeof openIncident>,
  accountIds: readonly number[],
  at: number,
): NoticeFor => ({
  draft: {
    ...{ tenantId, kind: 'unattended', subject: 'monitoredPerson', subjectId: personId },
    ...{ imei: null, who: name, place: null, content: 'incident', at },
  },
  accountIds,
  again: 'anew',
})
