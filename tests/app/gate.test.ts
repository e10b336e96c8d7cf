// Who may open which address, and where a person lands.
import { describe, expect, test } from 'vitest'
import { isGuestLink, isWayBack, landingOf, namesOf, wayOf } from '../../src/app/gate.ts'
import type { NavigationEntry } from '../../src/contract/endpoints/session.ts'
import { alwaysAllowed } from '../../src/domain/navigation/routes.ts'

const entry = (facts: Partial<NavigationEntry> & { id: number }): NavigationEntry => ({
  pid: 0,
  type: 'menu',
  name: `n${facts.id}`,
  enName: null,
  value: null,
  uri: null,
  icon: null,
  mark: null,
  list: [],
  ...facts,
})
const names = new Set(['userList', 'unitManagement'])

describe('the gate', () => {
  test.each([
    ['/login', false, 'open'],
    ['/login', true, 'root'],
    ['/', false, 'login'],
    ['/', true, 'open'],
    ['/index', false, 'login'],
    ['/index', true, 'refuse'],
    ['/callPhone', false, 'login'],
    ['/userList', false, 'login'],
    ['/userList', true, 'open'],
    ['/userlist', true, 'refuse'],
    ['/roleList', true, 'refuse'],
    ['/unitManagement/866040053214418', true, 'open'],
    ['/DeviceDtail', true, 'open'],
    ['/DeviceDtail', false, 'login'],
  ] as const)('%s with session %s: %s', (path, loggedIn, way) => {
    expect(wayOf({ path, loggedIn, listed: true, names })).toBe(way)
  })

  test('opens the nine whatever the list says', () => {
    expect(alwaysAllowed).toHaveLength(9)
    for (const name of alwaysAllowed) {
      expect(wayOf({ path: `/${name}`, loggedIn: true, listed: true, names: new Set() })).toBe('open')
    }
  })

  test('asks no list for pages outside the layouts', () => {
    expect(wayOf({ path: '/roOm', loggedIn: true, listed: false, names: new Set() })).toBe('open')
  })
})

describe('the menu', () => {
  const menu = [
    entry({ id: 1, type: 'directory', list: [entry({ id: 2, pid: 1, value: 'userList', uri: 'userList' })] }),
    entry({ id: 3, value: 'DeviceList', uri: 'DeviceList?state=online' }),
    entry({ id: 4, type: 'button', value: 'roleList', mark: 'role.save' }),
  ]

  test('lands on the first page behind the first entry', () => {
    const all = () => true
    expect(landingOf(menu, all)).toBe('/userList')
    expect(landingOf(menu.slice(1), all)).toBe('/DeviceList?state=online')
    expect(landingOf([], all)).toBeUndefined()
    expect(landingOf(menu.slice(2), all)).toBeUndefined()
  })

  test('lands on no page that is not there yet', () => {
    expect(landingOf(menu, path => path !== '/userList')).toBe('/DeviceList?state=online')
    expect(landingOf(menu, () => false)).toBeUndefined()
  })

  test('knows no route behind a button', () => {
    expect(namesOf(menu)).toEqual(new Set(['userList', 'DeviceList']))
  })
})

test.each([
  ['/paypal', { payment: 7 }, true],
  ['/paypal', { bills: 7 }, false],
  ['/SIMCard', { payment: 7 }, false],
] as const)('%s with %o: people come back there from paying: %s', (pathname, search, back) => {
  expect(isWayBack({ pathname, search })).toBe(back)
})

test.each([
  ['/roOm', { guest: 'code' }, true],
  ['/roOm', { roomId: '1111' }, false],
  ['/moreRoom', { guest: 'code' }, false],
  ['/userList', { guest: 'code' }, false],
] as const)('%s with %o: a guest without an account comes in: %s', (pathname, search, comes) => {
  expect(isGuestLink({ pathname, search })).toBe(comes)
})
