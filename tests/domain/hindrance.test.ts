// Why a command does not run: the rules of the domain, which button, tray and server share.
import { expect, test } from 'vitest'
import { user } from '../../src/domain/access/access.ts'
import { alarm } from '../../src/domain/alarm/alarm.ts'
import { alarmText } from '../../src/domain/alarm/alarm-text.ts'
import { simCard } from '../../src/domain/billing/sim-card.ts'
import { device } from '../../src/domain/device/device.ts'
import { productionBatch } from '../../src/domain/device/production.ts'
import { entities } from '../../src/domain/entities.ts'
import type { Giver } from '../../src/domain/hindrance.ts'
import { doorCard } from '../../src/domain/intercom/door.ts'

const giver: Giver = { id: 7, tenantId: 1, highest: true }

/** A row is given by the fields that the rule looks at. */
const found = (entity: { commands: object }, command: string, row: object, by = giver) => {
  const rules = new Map(
    Object.entries<{ hindrance?: (row: object, giver: Giver) => object | undefined }>({ ...entity.commands }),
  )
  const rule = rules.get(command)
  if (!rule?.hindrance) throw new Error(`${command} has no rule`)
  return rule.hindrance(row, by)
}
const NEEDLESS = { is: 'needless' }
const refused = (id: string, more = {}) => ({ is: 'refused', id, ...more })

const open = {
  status: 'open',
  takenBy: null,
  takenById: null,
  assignedToId: null,
  acknowledgedAt: null,
  escalation: 0,
  read: false,
}
const taken = { ...open, status: 'taken', takenBy: 'Li', takenById: 8, acknowledgedAt: 1 }
const mine = { ...taken, takenBy: 'I', takenById: 7 }
const handled = { ...taken, status: 'handled' }

test.each([
  ['take', open, undefined],
  ['take', mine, NEEDLESS],
  ['take', taken, refused('alarm.takenBy', { params: { name: 'Li' } })],
  ['take', { ...taken, assignedToId: 7 }, undefined],
  ['take', handled, refused('state.transition')],
  ['release', mine, undefined],
  ['release', taken, refused('alarm.takenBy', { params: { name: 'Li' } })],
  ['release', open, refused('state.transition')],
  ['assign', taken, undefined],
  ['assign', handled, refused('state.transition')],
  ['escalate', { ...open, escalation: 3 }, refused('state.transition')],
  ['escalate', { ...open, escalation: 2 }, undefined],
  // From a tablet that was offline these come late, and join the timeline.
  ['handle', handled, NEEDLESS],
  ['acknowledge', taken, NEEDLESS],
  ['acknowledge', open, undefined],
  ['read', { ...open, read: true }, NEEDLESS],
] as const)('an alarm: %s of %o', (command, row, expected) => {
  expect(found(alarm, command, row)).toEqual(expected)
})

test('an order needs a device that lives, understands it and was heard once', () => {
  const helmet = { kind: 'helmet', state: 'offline', lifecycle: 'bound' }
  expect(found(device, 'speak', helmet)).toBeUndefined()
  expect(found(device, 'speak', { ...helmet, kind: 'smokeDetector' })).toEqual(
    refused('command.notUnderstood'),
  )
  expect(found(device, 'restart', { ...helmet, lifecycle: 'recycled' })).toEqual(
    refused('device.recycled', { of: 'lifecycle' }),
  )
  expect(found(device, 'restart', { ...helmet, state: 'notActivated' })).toEqual(
    refused('device.offline', { of: 'state' }),
  )
})

test('nobody disables or raises themselves, and only the highest raises others', () => {
  const other = { id: 8, status: 'enabled', highest: false }
  expect(found(user, 'disable', other)).toBeUndefined()
  expect(found(user, 'disable', { ...other, id: 7 })).toEqual(refused('forbidden.self'))
  expect(found(user, 'grantHighest', other)).toBeUndefined()
  expect(found(user, 'grantHighest', other, { ...giver, highest: false })).toEqual(
    refused('forbidden.escalation'),
  )
  expect(found(user, 'cancelHighest', other)).toEqual(NEEDLESS)
})

test('what the carrier refused may be called off, what it works on may not', () => {
  const card = { state: 'shutdownInProgress', intent: 'suspended', orderState: 'failed' }
  expect(found(simCard, 'resume', card)).toBeUndefined()
  expect(found(simCard, 'suspend', card)).toEqual(refused('state.transition'))
  expect(found(simCard, 'resume', { ...card, orderState: 'waiting' })).toEqual(refused('sim.ordered'))
})

test('other rules say which of several reasons it is', () => {
  expect(found(alarmText, 'again', { state: 'failed', replaced: true, status: 'open' })).toEqual(
    refused('text.replaced'),
  )
  expect(found(productionBatch, 'allotSerials', { state: 'producing', made: 2, planned: 2 })).toEqual(
    refused('batch.full'),
  )
  expect(found(doorCard, 'block', { state: 'writing', cardInfo: 'A1' })).toEqual(refused('state.transition'))
})

test('what takes a command back can run on a row that the command ran on', () => {
  for (const { key, commands } of entities)
    for (const [name, { undo }] of Object.entries(commands))
      if (undo !== undefined) expect(commands, `${key}.${name}`).toHaveProperty(undo)
})
