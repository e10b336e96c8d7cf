// Where a person goes on who logs in again: back where they were, and nowhere that is not theirs.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { NavigationEntry, SessionUser } from '../../src/contract/endpoints/session.ts'
import type { EndReason } from '../../src/platform/session-store.ts'

const storage = () => {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    clear: () => stored.clear(),
  }
}
vi.stubGlobal('localStorage', storage())
vi.stubGlobal('sessionStorage', storage())
// What is known of the host names the tab.
vi.stubGlobal('document', { title: '' })

const { endSession, getSession, startSession } = await import('../../src/platform/session-store.ts')
const { arrived, noteEnd, noteRefused, takeWayBack } = await import('../../src/app/way-back.ts')

const user: SessionUser = {
  id: 7,
  username: 'mei',
  name: 'Mei',
  nickname: null,
  phone: null,
  gender: null,
  tenantId: 2,
  tenantName: 'Harbour',
  scenario: 'community',
  departmentId: null,
  departmentName: null,
  roleNames: [],
  visitor: false,
  highest: false,
}
const entry = (id: number, value: string): NavigationEntry => ({
  id,
  pid: 0,
  type: 'menu',
  name: value,
  enName: null,
  value,
  uri: value,
  icon: null,
  mark: null,
  list: [],
})
const menu = [entry(1, 'userList'), entry(2, 'mqtt'), entry(3, 'unitManagement'), entry(4, 'paypal')]

const logIn = (facts: Partial<SessionUser> = {}, entries = menu) =>
  startSession('token', { ...user, ...facts }, entries)
const end = (reason: EndReason, address: string) => {
  const session = getSession()
  if (session) noteEnd(reason, session, address)
  endSession(reason)
}
const refused = (href: string, search = {}) =>
  noteRefused({ href, pathname: href.split('?')[0] ?? '', search })

beforeEach(() => {
  arrived()
  endSession('logout')
  localStorage.clear()
  sessionStorage.clear()
  // The gate has led to the login before.
  refused('/')
})

describe('after a session that ended', () => {
  test('the same person goes on where they were: the same for who asks again on the way, once they are there no more', () => {
    logIn()
    end('expired', '/userList?form=new')
    refused('/userList?form=new')
    logIn()
    expect(takeWayBack()).toBe('/userList?form=new')
    expect(takeWayBack()).toBe('/userList?form=new')
    arrived()
    expect(takeWayBack()).toBeUndefined()
  })

  test('also where another tab ended it', () => {
    logIn()
    end('elsewhere', '/unitManagement/8660')
    logIn()
    expect(takeWayBack()).toBe('/unitManagement/8660')
  })

  test.each([{ id: 8 }, { tenantId: 3 }])('another person (%o) gets their own landing page', other => {
    logIn()
    end('expired', '/userList')
    refused('/userList')
    logIn(other)
    expect(takeWayBack()).toBeUndefined()
    endSession('expired')
    // Nor is it kept for later.
    logIn()
    expect(takeWayBack()).toBeUndefined()
  })

  test.each(['logout', 'switched'] as const)('nobody comes back after %s', reason => {
    logIn()
    end(reason, '/userList')
    if (reason === 'logout') refused('/userList')
    logIn()
    expect(takeWayBack()).toBeUndefined()
  })
})

describe('whom the gate sent to the login', () => {
  test('goes on to the address they opened', () => {
    refused('/userList?q=Li')
    logIn()
    expect(takeWayBack()).toBe('/userList?q=Li')
  })

  test('goes there only if the data on this browser is theirs', () => {
    localStorage.setItem('gatehouse.owner', '2-9')
    refused('/userList')
    logIn()
    expect(takeWayBack()).toBeUndefined()
  })

  test('comes from paying, whoever was here before', () => {
    localStorage.setItem('gatehouse.owner', '2-9')
    refused('/paypal?payment=5', { payment: 5 })
    logIn()
    expect(takeWayBack()).toBe('/paypal?payment=5')
  })

  test.each([
    '//evil.example/userList',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/nowhere',
    '/login',
    '/roleList',
    '/userlist',
  ])('never goes to %s', address => {
    refused(address)
    logIn()
    expect(takeWayBack()).toBeUndefined()
  })

  test('a visitor opens only what their menu names, and no page for accounts', () => {
    for (const [address, way] of [
      ['/mqtt', undefined],
      ['/DeviceList', undefined],
      ['/userList', '/userList'],
    ] as const) {
      refused(address)
      logIn({ visitor: true })
      expect(takeWayBack()).toBe(way)
      arrived()
      endSession('logout')
    }
  })
})
