// The session under its exact storage keys, and what other tabs do to it.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { NavigationEntry, SessionUser } from '../../src/contract/endpoints/session.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})

const user: SessionUser = {
  id: 7,
  username: 'admin',
  name: 'Lin',
  nickname: null,
  phone: null,
  gender: 'female',
  tenantId: 2,
  tenantName: 'T',
  scenario: 'community',
  departmentId: null,
  departmentName: null,
  roleNames: ['Administrator'],
  visitor: false,
  highest: false,
}
const leaf = { name: 'x', enName: null, icon: null, uri: null, list: [] }
const menu: NavigationEntry[] = [
  {
    ...leaf,
    id: 1,
    pid: 0,
    type: 'directory',
    value: null,
    mark: null,
    list: [
      {
        ...leaf,
        id: 2,
        pid: 1,
        type: 'menu',
        value: 'userList',
        mark: null,
        list: [{ ...leaf, id: 3, pid: 2, type: 'button', value: null, mark: 'user.save' }],
      },
    ],
  },
]

/** A fresh copy of the module: a tab of its own. */
async function tab() {
  vi.resetModules()
  return import('../../src/platform/session-store.ts')
}

beforeEach(() => stored.clear())

describe('a session', () => {
  test('is kept under the specified keys, digits as on the wire', async () => {
    const store = await tab()
    store.openSessionStore()
    store.startSession('secret', user, menu)
    expect(new Set(stored.keys())).toEqual(new Set(['usinfo', 'permissionList', 'children', 'menu', 'token']))
    expect(JSON.parse(stored.get('usinfo') ?? '')).toMatchObject({ id: 7, gender: 0 })
    expect(stored.get('permissionList')).toBe('["user.save"]')
    expect(stored.get('children')).toBe('["userList"]')
    expect(store.getSession()?.permissions.has('user.save')).toBe(true)
  })

  test('is there again after a reload', async () => {
    const first = await tab()
    first.openSessionStore()
    first.startSession('secret', user, menu)
    const second = await tab()
    expect(second.openSessionStore()).toMatchObject({ token: 'secret', user })
  })

  test.each([
    ['no user', 'usinfo', ''],
    ['a broken user', 'usinfo', '{"id":"x"}'],
    ['a broken menu', 'menu', 'nonsense'],
  ])('with %s is none', async (_what, key, value) => {
    const first = await tab()
    first.openSessionStore()
    first.startSession('secret', user, menu)
    stored.set(key, value)
    expect((await tab()).openSessionStore()).toBeUndefined()
  })

  test('ends once, and leaves the language', async () => {
    stored.set('lang', 'ar')
    const store = await tab()
    store.openSessionStore()
    store.startSession('secret', user, menu)
    const ended = vi.fn()
    store.onSessionEnd(ended)
    store.endSession('logout')
    store.endSession('expired')
    expect(ended).toHaveBeenCalledTimes(1)
    expect(ended.mock.calls[0]?.[0]).toBe('logout')
    expect([...stored.keys()]).toEqual(['lang'])
    expect(store.getSession()).toBeUndefined()
  })

  test('that ran out takes the newer one of another tab not along', async () => {
    const [here, there] = [await tab(), await tab()]
    here.openSessionStore()
    here.startSession('old', user, menu)
    there.openSessionStore()
    there.startSession('new', user, menu)
    // Its own call was answered before it heard of the other tab.
    here.endSession('expired')
    expect(stored.get('token')).toBe('new')
    expect(here.getSession()?.token).toBe('new')
    here.endSession('expired')
    expect(stored.get('token')).toBeUndefined()
  })

  test('knows the new time zone of the tenant, also after a reload', async () => {
    const here = await tab()
    here.renewZone('Asia/Tokyo')
    expect(here.getSession()).toBeUndefined()
    here.startSession('secret', user, menu)
    expect(here.getSession()?.user.tenantZone).toBeUndefined()
    here.renewZone('Asia/Tokyo')
    expect(here.getSession()).toMatchObject({ token: 'secret', user: { ...user, tenantZone: 'Asia/Tokyo' } })
    expect((await tab()).openSessionStore()?.user.tenantZone).toBe('Asia/Tokyo')
  })

  test('ends and starts in the other tabs too', async () => {
    const here = await tab()
    const there = await tab()
    here.openSessionStore()
    there.openSessionStore()
    const ended = vi.fn()
    there.onSessionEnd(ended)
    const knows = (token: string | undefined) =>
      expect.poll(() => there.getSession()?.token, { interval: 5 }).toBe(token)
    here.startSession('secret', user, menu)
    await knows('secret')
    expect(there.getSession()?.user.id).toBe(7)
    here.endSession('logout')
    await knows(undefined)
    expect(ended.mock.calls[0]?.[0]).toBe('elsewhere')
    here.startSession('one', user, menu)
    await knows('one')
    here.startSession('two', { ...user, id: 8 }, menu)
    await knows('two')
    expect(ended.mock.calls.at(-1)?.[0]).toBe('switched')
    expect(there.getSession()?.user.id).toBe(8)
  })
})
