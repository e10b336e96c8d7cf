// How residents and occupancies are stored: whose row is seen by whom, what is refused, what each step gives and takes.
import * as z from 'zod/mini'
import { occupancy } from '../../../src/domain/living/occupancy.ts'
import { occupancyRole, stayFlaw } from '../../../src/domain/living/occupancy-step.ts'
import { resident } from '../../../src/domain/living/resident.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, type Saving, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { departmentOf } from '../community/public.ts'
import type { Faces } from '../faces/public.ts'
import { todayIn } from './days.ts'
import { DOOR_NAMES } from './doors.ts'
import { residentFaceStore } from './faces.ts'
import { addCard, holdBoth, moveEnd, moveIn, type Stay } from './move-in.ts'
import { type LeavingTools, moveOut } from './move-out.ts'

const ROOM = '(select x.community_id from room x where x.id = t.room_id)'
const ofRoom = (expression: string) => `(select ${expression} from room r join unit u on u.id = r.unit_id
  join building b on b.id = r.building_id join community c on c.id = r.community_id where r.id = t.room_id)`
const ofResident = (column: string) => `(select x.${column} from resident x where x.id = t.resident_id)`

/** Doors whose unit has not confirmed a list without the person; where one was replaced, its place is still not known to be shut. */
const STILL_OPENS = `array(select d.name from occupancy_closing k join device d on d.id = k.device_id
  left join door_list l on l.device_id = k.device_id
  where k.occupancy_id = t.id and d.removed_at is null and coalesce(l.confirmed, 0) < k.list_version order by d.name)`

export function livingStores({ bus, faces }: Pick<LeavingTools, 'bus'> & { faces: Faces }): Store[] {
  const stores = [residentStore, occupancyStore({ bus, faces }), residentFaceStore({ bus, faces })]
  return stores.map(({ entity, table }) => ({
    entity,
    table: { ...table, columns: { ...table.columns, tenantName: TENANT_NAME } },
  }))
}

const LIVES_IN = `from occupancy o join room r on r.id = o.room_id join community c on c.id = r.community_id
  where o.resident_id = t.id and o.removed_at is null`

const residentStore: Store = {
  entity: resident,
  table: {
    name: 'resident',
    columns: {
      rooms: `array(select concat_ws(' ', c.name, r.room_no) ${LIVES_IN} and o.state = 'active' order by o.id)`,
    },
    forgettable: ['phone'],
    // Of a department: who was written down there, and who lives or wants to live in one of its communities.
    visible: ({ person }, bind) => {
      if (person.departments === null) return undefined
      const own = `${bind([...person.departments])}::bigint[]`
      return `(t.department_id = any(${own}) or exists (select ${LIVES_IN} and c.department_id = any(${own})))`
    },
    beforeSave: async ({ before, context: { person } }) =>
      before ? undefined : { department_id: person.departmentId },
    beforeRemove: async ({ context: { sql }, row }) => {
      const lives = await firstOf(
        sql,
        tables
          .selectFrom('occupancy')
          .select('id')
          .where('resident_id', '=', row.id)
          .where('state', 'in', ['active', 'applied'])
          .where('removed_at', 'is', null)
          .limit(1),
      )
      if (lives) throw new Refused('row.inUse', { params: { count: 1 } })
    },
  },
}

function occupancyStore(tools: LeavingTools): Store {
  const { bus } = tools
  return {
    entity: occupancy,
    table: {
      name: 'occupancy',
      department: departmentOf(ROOM),
      columns: {
        roomNo: ofRoom('r.room_no'),
        place: ofRoom("concat_ws(' · ', b.name, u.name)"),
        communityId: ROOM,
        communityName: ofRoom('c.name'),
        residentName: ofResident('name'),
        residentPhone: ofResident('phone'),
        others: `array(select x.name from occupancy o join resident x on x.id = o.resident_id where o.room_id = t.room_id
          and o.id <> t.id and o.state = 'active' and o.removed_at is null order by o.from_day, o.id)`,
        cards: '(select count(*)::int from door_card x where x.occupancy_id = t.id and x.removed_at is null)',
        doors: DOOR_NAMES('t.room_id'),
        stillOpensAt: STILL_OPENS,
      },
      unique: { occupancy_once: 'residentId' },
      changedBy: 'decidedBy',
      beforeSave: checkStay,
      commands: {
        approve: async commanding => {
          const stay = stayOf(commanding)
          refuseFlawed(stay, await todayIn(commanding.context.sql, stay.tenantId))
          await moveIn(commanding.context.sql, stay, decisionOf(commanding))
        },
        reject: reject,
        extend: async commanding => {
          const stay = stayOf(commanding)
          const untilDay = z.parse(ending, commanding.input).untilDay ?? null
          refuseFlawed(
            { ...stay, untilDay },
            await todayIn(commanding.context.sql, stay.tenantId),
            'input.untilDay',
          )
          await moveEnd(commanding.context.sql, bus, stay, untilDay, Date.now())
        },
        addCard: commanding =>
          addCard(commanding.context.sql, bus, stayOf(commanding), decisionOf(commanding)),
        end: async commanding => {
          const { id, tenantId } = stayOf(commanding)
          const { by, at } = decisionOf(commanding)
          const { reason } = z.parse(why, commanding.input)
          const left = await moveOut(commanding.context.sql, tools, { id, tenantId, by, reason, at })
          if (!left) throw new Refused('state.transition', { field: 'state' })
        },
      },
    },
  }
}

const ending = z.object({ untilDay: z.optional(z.nullable(z.string())) })
const why = z.object({ reason: z.string() })
const stored = z.object({
  id: z.number(),
  roomId: z.number(),
  residentId: z.number(),
  fromDay: z.string(),
  untilDay: z.optional(z.nullable(z.string())),
})

const stayOf = ({ row, tenantId }: Commanding): Stay => {
  const { untilDay, ...rest } = z.parse(stored, row)
  return { ...rest, untilDay: untilDay ?? null, tenantId }
}

const decisionOf = ({ context: { person } }: Commanding) => ({ by: person.name, at: Date.now() })

async function reject({ context: { sql, person }, row, input }: Commanding): Promise<void> {
  const { reason } = z.parse(why, input)
  const at = Date.now()
  await rowsOf(
    sql,
    tables
      .updateTable('occupancy')
      .set(({ eb }) => ({
        ...{ state: 'rejected', reason, decided_by: person.name, decided_at: at, updated_at: at },
        version: eb('version', '+', 1),
      }))
      .where('id', '=', row.id)
      .returning('id'),
  )
}

/** A lease that ends before it starts is none. One that is over already is written down nowhere as running. */
export function refuseFlawed(
  stay: Pick<Stay, 'fromDay' | 'untilDay'>,
  today: string,
  field = 'untilDay',
): void {
  const flaw = stayFlaw(stay, today)
  if (flaw === 'ends before') throw new Refused('field.limitOrder', { field })
  if (flaw === 'over') throw new Refused('occupancy.over', { field })
}

const given = z.object({
  roomId: z.number(),
  residentId: z.number(),
  role: occupancyRole,
  fromDay: z.string(),
  untilDay: z.optional(z.nullable(z.string())),
  state: z.optional(z.string()),
})

async function checkStay({ context, input, before, tenantId }: Saving): Promise<undefined> {
  const { sql, person } = context
  const { state = 'applied', untilDay = null, ...stay } = z.parse(given, { ...before, ...input })
  if (state !== 'applied') throw new Refused('state.transition', { field: 'state' })
  refuseFlawed({ ...stay, untilDay }, await todayIn(sql, tenantId))
  await holdBoth(sql, stay)
  if (person.departments === null) return undefined
  const departments = [...person.departments, -1]
  const room = await firstOf(
    sql,
    tables
      .selectFrom('room as r')
      .innerJoin('community as c', 'c.id', 'r.community_id')
      .select('r.id')
      .where('r.id', '=', stay.roomId)
      .where('c.department_id', 'in', departments),
  )
  if (!room) throw new Refused('field.reference', { field: 'roomId' })
  const seen = await firstOf(
    sql,
    tables
      .selectFrom('resident as p')
      .select('p.id')
      .where('p.id', '=', stay.residentId)
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('p.department_id', 'in', departments),
          exists(
            selectFrom('occupancy as o')
              .innerJoin('room as r', 'r.id', 'o.room_id')
              .innerJoin('community as c', 'c.id', 'r.community_id')
              .select('o.id')
              .whereRef('o.resident_id', '=', 'p.id')
              .where('c.department_id', 'in', departments),
          ),
        ]),
      ),
  )
  if (!seen) throw new Refused('field.reference', { field: 'residentId' })
  return undefined
}
