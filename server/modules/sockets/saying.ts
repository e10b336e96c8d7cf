// What is said aloud: by a person to the people of their tenant, or by the server when somebody calls for help.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type SpokenNotice, spokenAlarm, spokenNotice } from '../../../src/contract/spoken-notices.ts'
import { holds } from '../../../src/domain/permission.ts'
import { covers } from '../../broker/access.ts'
import type { RaisedAlarm } from '../../bus.ts'
import type { Person } from '../../person.ts'

/** A text and who hears it. */
export const said = z.object({
  tenantId: z.int(),
  /** Null: everybody in the tenant, for what a person says. */
  departmentId: z.nullable(z.int()),
  /** What a listener must hold, where it takes one. */
  permission: z.optional(z.string()),
  /** Of those who would hear it, only these. */
  accountIds: z.optional(z.readonly(z.array(z.int()))),
  /** Whether somebody says it; otherwise it follows the scopes of the broker's notices. */
  author: z.nullable(z.string()),
  /** The alarm it is about. */
  alarm: z.optional(spokenAlarm),
  msgContent: z.string(),
  at: z.int(),
})
export type Said = z.output<typeof said>

/** Whether a person hears it. Visitors never do. */
export function hearsSaid(person: Person, what: Said): boolean {
  if (person.visitor || (what.permission !== undefined && !holds(person.permissions, what.permission)))
    return false
  if (what.accountIds !== undefined && !what.accountIds.includes(person.accountId)) return false
  // What nobody wrote is told like every notice: the platform's own people hear it for all tenants.
  if (what.author === null) return covers(person, what)
  if (person.tenantId !== what.tenantId) return false
  return what.departmentId === null || covers(person, what)
}

/** The message on the wire. */
export function spokenOf({ msgContent, author, at, alarm }: Said): SpokenNotice {
  return z.encode(spokenNotice, { type: 'notice', msgContent, at, id: randomUUID(), author, alarm })
}

/** Before what is only tried. */
const TRIAL_SAID = '测试，'

/** Who and where, as it is read out. Speech is Chinese whatever language the page has. */
export function sosSaid(alarm: RaisedAlarm, at: number): Said {
  const { id, type, tenantId, departmentId, wearerName, deviceName, building, unit, roomNo } = alarm
  const where = (alarm.place ? [alarm.place] : [building, unit, roomNo]).flatMap(part => (part ? [part] : []))
  const who = wearerName || deviceName
  return {
    tenantId,
    departmentId,
    permission: 'alarm.read',
    author: null,
    msgContent: `${alarm.trial ? TRIAL_SAID : ''}紧急求救：${[who, where.join(' ')].filter(Boolean).join('，')}`,
    alarm: { id, type, severity: 'critical', why: 'raised', who, where, times: 1 },
    at,
  }
}
