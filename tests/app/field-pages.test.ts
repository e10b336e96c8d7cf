// Which pages are fetched for when the network is away: those that keep what is done for later, and that this person has.
import { afterEach, expect, test, vi } from 'vitest'
import * as boot from '../../src/app/boot-info.ts'
import { fetchFieldPages, fieldPages } from '../../src/app/field-pages.ts'
import type { NavigationEntry } from '../../src/contract/endpoints/session.ts'
import * as session from '../../src/platform/session-store.ts'

const entry = (value: string): NavigationEntry => ({
  ...{ id: 1, pid: 0, type: 'menu', name: value, enName: null, icon: null, mark: null },
  ...{ value, uri: value, list: [] },
})
const routes = (...missing: string[]) =>
  Object.fromEntries(
    ['/workItems', '/workLog', '/myDay', '/manageStorage', '/DeviceList', '/userList'].map(fullPath => [
      fullPath,
      { fullPath, options: missing.includes(fullPath) ? { staticData: { built: false } } : {} },
    ]),
  )

const logIn = (...values: string[]) => {
  const open = { token: 'one', menu: values.map(entry) }
  vi.spyOn(session, 'getSession').mockReturnValue(open as unknown as session.Session)
  // What is known of the host names the site in the tab, which there is none of here.
  vi.spyOn(boot, 'getBootInfo').mockReturnValue({ hiddenMenus: [], renamedMenus: [] } as never)
}

afterEach(() => void vi.restoreAllMocks())

test('takes pages of the menu on which something waits, and no others', () => {
  logIn('workItems', 'workLog', 'userList')
  expect(fieldPages({ routesById: routes() as never }).toSorted()).toEqual(['/workItems', '/workLog'])
  expect(fieldPages({ routesById: routes('/workLog') as never })).toEqual(['/workItems'])
})

test('goes on where one page does not come, and stops with the session', async () => {
  logIn('workItems', 'workLog', 'manageStorage')
  const asked: string[] = []
  const preloadRoute = vi.fn(async ({ to }: { to: string }) => {
    asked.push(to)
    if (asked.length === 1) throw new Error('offline')
    vi.spyOn(session, 'getSession').mockReturnValue(undefined)
  })
  await fetchFieldPages({ preloadRoute, routesById: routes() } as never)
  expect(asked).toHaveLength(2)
})
