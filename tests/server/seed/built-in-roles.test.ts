// What the built-in roles may do: installations rely on it, so that a change of an entity's facts that gives or takes a right
// must be meant.
import { expect, test } from 'vitest'
import { builtInRoles } from '../../../server/seed/built-in-roles.ts'
import { allPermissions } from '../../../server/seed/navigation.ts'

const given = {
  property: {
    device: 'bind command export group import place read save settings share stock switch unlock',
    alarm: 'assign export handle read',
    task: 'export read remove',
    notice: 'export read remove speak',
    call: 'answer direct export read record',
    allocation: 'export read save',
    report: 'export read save',
    file: 'export read save',
    simBinding: 'export import read save',
    bill: 'export pay read',
    fence: 'export read remove save',
    drawing: 'export read save',
    deviceCategory: 'read',
    deviceGroup: 'read save',
    product: 'read',
    deviceCommand: 'export read',
    department: 'read',
    doorEvent: 'export read',
    doorCard: 'export issue read remove save',
    doorRight: 'export read remove save',
    alarmRule: 'read',
    alarmTest: 'export read save',
    alarmText: 'export read send',
    simCard: 'control export read',
    simPackage: 'read',
    uwbServer: 'read',
    baseStation: 'export read save',
    monitoredPerson: 'confidential export handle read save step wear',
  },
  patrol: {
    device: 'place read',
    alarm: 'handle read',
    notice: 'read remove',
    call: 'direct',
    file: 'save',
    fence: 'read',
    drawing: 'read',
    deviceCategory: 'read',
    deviceGroup: 'read',
    alarmTest: 'read',
    baseStation: 'read',
  },
  duty: {
    device: 'command export read switch unlock',
    alarm: 'assign export handle read',
    task: 'export read remove',
    notice: 'board export read remove speak',
    call: 'answer direct export read record',
    allocation: 'read',
    report: 'export read save',
    file: 'read save',
    fence: 'export read save',
    drawing: 'read',
    monitoredPerson: 'handle read wear',
    deviceCategory: 'read',
    deviceGroup: 'read',
    deviceCommand: 'export read',
    department: 'read',
    doorEvent: 'export read',
    doorCard: 'read',
    doorRight: 'read',
    alarmRule: 'read',
    alarmTest: 'export read save',
    alarmText: 'export read send',
    simCard: 'read',
    uwbServer: 'read',
    baseStation: 'read',
  },
  visitor: {
    device: 'read',
    alarm: 'read',
    deviceCategory: 'read',
    product: 'read',
  },
} as const

/** All other permissions of these subjects are the administrator's. */
const subjects =
  'alarm alarmRule alarmTest alarmText allocation baseStation bill broker call department device deviceCategory deviceCommand deviceGroup doorCard doorEvent doorRight drawing fence file monitoredPerson notice product production report resource role simBinding simCard simPackage task tenant user uwbServer'.split(
    ' ',
  )
const platforms = [
  'user.highest',
  'resource.export',
  'resource.save',
  'resource.remove',
  'tenant.read',
  'tenant.export',
  'tenant.save',
  'tenant.remove',
  'tenant.operations',
  'simPackage.save',
  'simPackage.remove',
  'bill.refund',
]

/** What came later says itself who holds it. */
const permissions = allPermissions().filter(permission => subjects.includes(permission.split('.')[0] ?? ''))

test.each(['property', 'patrol', 'duty', 'visitor'] as const)(
  'the role of %s holds these permissions',
  role => {
    const wanted = Object.entries<string>(given[role]).flatMap(([subject, verbs]) =>
      verbs.split(' ').map(verb => `${subject}.${verb}`),
    )
    expect(permissions.filter(permission => builtInRoles[role].holds(permission)).sort()).toEqual(
      wanted.sort(),
    )
  },
)

test('the administrator of a tenant holds every permission but the platform’s', () => {
  expect(permissions.filter(permission => !builtInRoles.administrator.holds(permission)).sort()).toEqual(
    platforms.sort(),
  )
})
