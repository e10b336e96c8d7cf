// A tenant's rules for alarms: how urgent a type is here, whom it is told, by which channel, and what happens when nobody acts.
import * as z from 'zod/mini'
import { deviceKind } from '../device/device.ts'
import { HOUR_MS } from '../durations.ts'
import { defineEntity } from '../entity.ts'
import { id, ids, moment, nonEmpty, rowBase, several, zoneName } from '../fields.ts'
import { needlessUnless, stepUnless } from '../hindrance.ts'
import { alarmType, severity } from './alarm-types.ts'

/**
 * `console`: message centre; `spoken`: said aloud; `push`: Web Push; `sms`: text message to the person's phone. None: the
 * alarm stands in the list and nobody is told. An SOS reaches people as without any rule; its rule can only add.
 */
export const alarmChannel = z.enum(['console', 'spoken', 'push', 'sms'])
export type AlarmChannel = z.output<typeof alarmChannel>

const minuteOfDay = z.int().check(z.minimum(0), z.maximum(1439))

const fields = {
  name: nonEmpty(60),
  enabled: z.boolean(),
  /** Lower goes first; the first rule that fits decides. */
  priority: z.int().check(z.minimum(0), z.maximum(100_000)),
  /** Empty: every type. */
  types: several(alarmType, 34),
  /** Empty: every kind of device. */
  kinds: several(deviceKind, 40),
  groupId: z.optional(z.nullable(id)),
  departmentId: z.optional(z.nullable(id)),
  /** Days of the week it holds on, 1 Monday to 7 Sunday; empty: every day. */
  days: several(z.int().check(z.minimum(1), z.maximum(7)), 7),
  /** Minutes of the day in the zone, from inclusive, until exclusive; until before from: over midnight. Both or none. */
  fromMinute: z.optional(z.nullable(minuteOfDay)),
  untilMinute: z.optional(z.nullable(minuteOfDay)),
  /** IANA name. */
  zone: zoneName,
  /** How urgent it is here; null: as the type says. */
  severity: z.optional(z.nullable(severity)),
  channels: several(alarmChannel, 4),
  /** Who is told, by role and by name; nobody named: everybody who sees the device's alarms. Rights and scope of that
   *  moment are asked all the same. */
  roleIds: ids(50),
  userIds: ids(200),
  /** And whoever is on duty at these posts by the roster when the alarm comes. */
  dutyPostIds: z.optional(ids(50)),
  /** Told again so often until somebody acknowledges; null: once. */
  repeatMinutes: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(1440)))),
  /** After so long without an acknowledgement it goes up a level, to these (nobody named: to everybody who may assign
   *  it), at most three times; null: never. */
  escalateMinutes: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(1440)))),
  escalateRoleIds: ids(50),
  escalateUserIds: ids(200),
  escalateDutyPostIds: z.optional(ids(50)),
}

/** What may be saved as a rule. The checks between fields are the server's to run. */
export const alarmRuleForm = z.object(fields).check(
  z.refine(rule => ((rule.fromMinute ?? null) === null) === ((rule.untilMinute ?? null) === null), {
    error: 'required',
    path: ['untilMinute'],
  }),
  z.refine(rule => (rule.fromMinute ?? null) === null || rule.fromMinute !== rule.untilMinute, {
    error: 'periodOrder',
    path: ['untilMinute'],
  }),
)

export const alarmRule = defineEntity({
  key: 'alarmRule',
  service: 'message',
  permission: 'alarmRule',
  grants: { menu: 'AlarmHistory', property: ['read'], duty: ['read'] },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...fields,
    groupName: z.optional(z.nullable(z.string())),
    departmentName: z.optional(z.nullable(z.string())),
    roleNames: z.array(z.string()),
    userNames: z.array(z.string()),
    escalateRoleNames: z.array(z.string()),
    escalateUserNames: z.array(z.string()),
    dutyPostNames: z.array(z.string()),
    escalateDutyPostNames: z.array(z.string()),
  }),
  write: alarmRuleForm,
  filters: { name: 'contains', enabled: 'equals' },
  sorts: ['priority', 'name', 'createdAt'],
  defaultSort: 'priority',
  search: ['name'],
  refs: {
    groupId: { entity: 'deviceGroup', label: 'groupName' },
    departmentId: { entity: 'department', label: 'departmentName' },
    roleIds: { entity: 'role', label: 'roleNames', many: true },
    userIds: { entity: 'user', label: 'userNames', many: true },
    escalateRoleIds: { entity: 'role', label: 'escalateRoleNames', many: true },
    escalateUserIds: { entity: 'user', label: 'escalateUserNames', many: true },
    dutyPostIds: { entity: 'post', label: 'dutyPostNames', many: true },
    escalateDutyPostIds: { entity: 'post', label: 'escalateDutyPostNames', many: true },
  },
  removable: true,
  commands: {
    enable: {
      permission: 'alarmRule.save',
      undo: 'disable',
      hindrance: ({ enabled }) => needlessUnless(!enabled),
    },
    disable: {
      permission: 'alarmRule.save',
      undo: 'enable',
      hindrance: ({ enabled }) => needlessUnless(enabled),
    },
  },
})

export const testState = z.enum(['planned', 'running', 'ended'])

/** Longest an installation may be on test: a forgotten window is a blind spot. */
export const LONGEST_TEST_HOURS = 72

const testFields = {
  reason: nonEmpty(200),
  /** Which device, or all of a group; neither: every device of the tenant (then types must be named). */
  deviceId: z.optional(z.nullable(id)),
  groupId: z.optional(z.nullable(id)),
  /** Empty: every type but SOS. SOS is silenced only where it is named. */
  types: several(alarmType, 34),
  startsAt: moment,
  endsAt: moment,
}

/** What may be saved as a test window. The checks between fields are the server's to run. */
export const alarmTestForm = z.object(testFields).check(
  z.refine(test => test.endsAt > test.startsAt, { error: 'periodOrder', path: ['endsAt'] }),
  z.refine(test => test.endsAt - test.startsAt <= LONGEST_TEST_HOURS * HOUR_MS, {
    error: 'testTooLong',
    path: ['endsAt'],
  }),
  z.refine(test => Boolean(test.deviceId ?? test.groupId) || test.types.length > 0, {
    error: 'required',
    path: ['types'],
  }),
)

/** A window in which alarms of a device, group or type are only counted: somebody works on the installation. */
export const alarmTest = defineEntity({
  key: 'alarmTest',
  service: 'message',
  permission: 'alarmTest',
  grants: {
    menu: 'AlarmHistory',
    property: ['read', 'export', 'save'],
    patrol: ['read'],
    duty: ['read', 'export', 'save'],
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...testFields,
    deviceName: z.optional(z.nullable(z.string())),
    groupName: z.optional(z.nullable(z.string())),
    state: testState,
    /** Alarms that it kept from people. */
    hidden: z.int(),
    userName: z.string(),
    /** Set when somebody ended it before its time. */
    endedBy: z.nullable(z.string()),
  }),
  write: alarmTestForm,
  filters: { state: 'oneOf', deviceId: 'equals', groupId: 'equals', startsAt: 'range' },
  sorts: ['startsAt', 'endsAt', 'hidden', 'createdAt'],
  defaultSort: '-startsAt',
  search: ['reason', 'userName'],
  countBy: 'state',
  refs: {
    deviceId: { entity: 'device', label: 'deviceName' },
    groupId: { entity: 'deviceGroup', label: 'groupName' },
  },
  removable: false,
  commands: {
    end: { permission: 'alarmTest.save', hindrance: ({ state }) => stepUnless(state !== 'ended') },
  },
})
