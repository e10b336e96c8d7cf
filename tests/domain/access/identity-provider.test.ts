// What a provider's words are worth here: login names, roles by groups, two factors.
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  loginNameOf,
  providerFields,
  rolesByGroups,
  saysTwoFactors,
  signInName,
} from '../../../src/domain/access/identity-provider.ts'

describe('a login name', () => {
  test.each([
    ['anna', null, 'anna'],
    ['anna.berg', 'harbour.example', 'anna.berg'],
    ['anna@harbour.example', 'harbour.example', 'anna'],
    ['Anna@Harbour.Example', 'harbour.example', 'Anna'],
    ['anna@harbour.example', null, undefined],
    ['anna@elsewhere.example', 'harbour.example', undefined],
    ['root@elsewhere.example@harbour.example', 'harbour.example', undefined],
    ['@harbour.example', 'harbour.example', undefined],
    ['安娜', null, undefined],
    ['', null, undefined],
  ])('of %j in the domain %j is %j', (said, domain, name) => {
    expect(loginNameOf(said, domain)).toBe(name)
  })
})

test('roles that groups stand for follow the groups, others stay', () => {
  const groupRoles = [
    { group: 'guards', roleId: 3 },
    { group: 'leads', roleId: 5 },
  ]
  expect(rolesByGroups([9, 3], ['leads', 'unknown'], groupRoles)).toEqual([5, 9])
  expect(rolesByGroups([9], [], groupRoles)).toEqual([9])
  expect(rolesByGroups([3], ['guards'], groupRoles)).toEqual([3])
  expect(rolesByGroups([3], [], [])).toEqual([3])
})

test('two factors are believed by their method or by the class that was asked for, by nothing else', () => {
  expect(saysTwoFactors({ amr: ['pwd', 'mfa'] }, null)).toBe(true)
  expect(saysTwoFactors({ amr: ['pwd'] }, null)).toBe(false)
  expect(saysTwoFactors({ acr: 'two' }, 'two')).toBe(true)
  expect(saysTwoFactors({ acr: 'one' }, 'two')).toBe(false)
  expect(saysTwoFactors({}, null)).toBe(false)
})

test.each([
  ['https://id.example/realms/a', true],
  ['https://id.example/?tenant=a', false],
  ['https://user:word@id.example', false],
  ['ftp://id.example', false],
  ['id.example', false],
])('an issuer %j is one: %j', (address, good) => {
  expect(z.safeParse(providerFields.issuer, address).success).toBe(good)
})

test.each([
  ['harbour', true],
  ['harbour-2', true],
  ['Harbour', false],
  ['-harbour', false],
  ['a'.repeat(41), false],
])('a sign-in name %j is one: %j', (name, good) => {
  expect(z.safeParse(signInName, name).success).toBe(good)
})
