// What is understood of a directory's words, and what is refused rather than passed over.
import { describe, expect, test } from 'vitest'
import {
  readFilter,
  readPatch,
  readReplacement,
  readWhole,
  SCIM,
  ScimRefusal,
  showPerson,
} from '../../../src/domain/access/scim.ts'

const problemOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof ScimRefusal ? error.problem : error
  }
  return undefined
}
const patch = (...operations: object[]) => readPatch({ schemas: [SCIM.patch], Operations: operations })

describe('a person', () => {
  test('is read as Entra and as Okta write one', () => {
    const entra = {
      schemas: [SCIM.user],
      externalId: 'e-1',
      userName: 'anna@harbour.example',
      active: 'True',
      displayName: 'Anna Berg',
      emails: [{ primary: true, type: 'work', value: 'anna@harbour.example' }],
      phoneNumbers: [{ type: 'mobile', value: '+86 138 0000 0000' }],
      title: 'Guard',
    }
    expect(readWhole(entra)).toEqual({
      ...{ userName: 'anna@harbour.example', externalId: 'e-1', name: 'Anna Berg', active: true },
      ...{ email: 'anna@harbour.example', phone: '13800000000' },
    })
    const okta = { userName: 'anna', name: { givenName: 'Anna', familyName: 'Berg' }, active: true }
    expect(readWhole(okta)).toEqual({ userName: 'anna', name: 'Anna Berg', active: true })
  })
  test.each([
    {},
    { userName: '' },
    { userName: 7 },
    { userName: 'a', active: 'maybe' },
    { userName: 'a', emails: 'x' },
  ])('is none: %j', raw => expect(problemOf(() => readWhole(raw))).toBe('invalidValue'))
  test('that is replaced loses the phone and the address that are not there any more', () => {
    expect(readReplacement({ userName: 'anna', displayName: 'A' })).toEqual({
      ...{ userName: 'anna', name: 'A', email: '', phone: '', externalId: null },
    })
  })
  test('is shown with its place', () => {
    const person = {
      id: 7,
      version: 3,
      createdAt: 0,
      updatedAt: 1000,
      userName: 'a',
      externalId: null,
      name: 'A',
    }
    expect(
      showPerson({ ...person, active: false, email: undefined, phone: '13800000000' }, 'https://x/scim/v2'),
    ).toEqual({
      schemas: [SCIM.user],
      id: '7',
      userName: 'a',
      displayName: 'A',
      name: { formatted: 'A' },
      active: false,
      phoneNumbers: [{ value: '13800000000', type: 'mobile', primary: true }],
      meta: {
        resourceType: 'User',
        created: '1970-01-01T00:00:00.000Z',
        lastModified: '1970-01-01T00:00:01.000Z',
        location: 'https://x/scim/v2/Users/7',
        version: 'W/"3"',
      },
    })
  })
})

describe('a patch', () => {
  test('is read with paths, without, and with paths inside of a value', () => {
    expect(patch({ op: 'Replace', path: 'active', value: 'False' })).toEqual({ active: false })
    expect(patch({ op: 'replace', value: { active: false, 'name.formatted': 'A' } })).toEqual({
      active: false,
      name: 'A',
    })
    expect(
      patch(
        { op: 'add', path: 'emails[type eq "work"].value', value: 'a@b.example' },
        { op: 'replace', path: `${SCIM.user}:displayName`, value: 'B' },
        { op: 'remove', path: 'phoneNumbers' },
        { op: 'remove', path: 'externalId' },
      ),
    ).toEqual({ email: 'a@b.example', name: 'B', phone: '', externalId: null })
  })
  test.each([
    [{ op: 'replace', path: 'title', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'roles', value: [] }, 'invalidPath'],
    [{ op: 'remove' }, 'invalidPath'],
    [{ op: 'remove', path: 'userName' }, 'mutability'],
    [{ op: 'destroy', path: 'active' }, 'invalidValue'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'replace', value: 'active' }, 'invalidValue'],
  ])('is refused: %j', (operation, problem) => {
    expect(problemOf(() => patch(operation))).toBe(problem)
  })
  test('without an operation is none', () => expect(problemOf(() => patch())).toBe('invalidValue'))
})

describe('a filter', () => {
  test.each([
    ['userName eq "anna"', { of: 'userName', is: 'anna' }],
    [' USERNAME Eq "a\\"b" ', { of: 'userName', is: 'a"b' }],
    ['externalId eq "e-1"', { of: 'externalId', is: 'e-1' }],
  ])('%s is understood', (text, filter) => expect(readFilter(text)).toEqual(filter))
  test.each([
    'userName sw "a"',
    'active eq true',
    'userName eq "a" or userName eq "b"',
    'userName eq a',
    '',
    'id eq "1"',
  ])('%j is refused', text => expect(problemOf(() => readFilter(text))).toBe('invalidFilter'))
})
