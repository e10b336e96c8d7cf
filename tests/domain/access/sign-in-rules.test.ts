// Who needs a second factor, and how long sessions live under a tenant's rules.
import { expect, test } from 'vitest'
import { limitsUnder, NO_RULES, needsFactor } from '../../../src/domain/access/sign-in-rules.ts'

const person = (...permissions: string[]) => ({ permissions: new Set(permissions), visitor: false })

test.each([
  ['nobody', person('*'), false],
  ['administrators', person('*'), true],
  ['administrators', person('user.save', 'device.read'), true],
  ['administrators', person('user.factor'), true],
  ['administrators', person('role.save'), true],
  ['administrators', person('user.read', 'device.save'), false],
  ['everybody', person(), true],
  ['everybody', { permissions: new Set<string>(), visitor: true }, false],
] as const)('%s', (rule, who, needed) => {
  expect(needsFactor(rule, who)).toBe(needed)
})

test('sessions become shorter than the installation has them, never longer', () => {
  const installation = { idleMinutes: 720, sessionHours: 168 }
  expect(limitsUnder(installation, NO_RULES)).toEqual(installation)
  expect(limitsUnder(installation, { idleMinutes: 10, sessionHours: null })).toEqual({
    idleMinutes: 10,
    sessionHours: 168,
  })
  // The installation was made stricter since the rules were saved.
  expect(limitsUnder(installation, { idleMinutes: 1000, sessionHours: 500 })).toEqual(installation)
})
