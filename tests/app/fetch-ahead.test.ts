// What is fetched while somebody types their name, and once it is known whose first page it will be.
import {
  type AnyRoute,
  type AnyRouter,
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { NavigationEntry } from '../../src/contract/endpoints/session.ts'

const storage = () => {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    clear: () => stored.clear(),
  }
}
vi.mock('../../src/app/toasts.tsx', () => ({}))
vi.mock('../../src/platform/page-title.ts', () => ({ showSiteName: () => {} }))
vi.mock('../../src/app/language.ts', () => ({ wholeLanguage: async () => {} }))
vi.stubGlobal('localStorage', storage())
vi.stubGlobal('sessionStorage', storage())
vi.stubGlobal('document', { title: '' })
// The router looks for where it is.
for (const name of ['window', 'self']) vi.stubGlobal(name, globalThis)

const { noteRefused } = await import('../../src/app/way-back.ts')

/** A new page: what the one before it remembered lies in the storage alone. */
async function openPage() {
  vi.resetModules()
  return import('../../src/app/fetch-ahead.ts')
}

const fetched: string[] = []
/** How what is fetched comes. */
let coming: Promise<void>
const route = (id: string) => ({ id, fullPath: id, options: {} }) as AnyRoute
const pages = ['/AlarmHistory', '/DeviceList', '/userList', '/fenceList']
const router: Pick<AnyRouter, 'getMatchedRoutes' | 'loadRouteChunk' | 'routesById'> = {
  routesById: Object.fromEntries(pages.map(path => [path, route(path)])),
  getMatchedRoutes: pathname => [[route('/_console'), route(`/_console${pathname}`)], {}, undefined],
  loadRouteChunk: ({ id }) => {
    fetched.push(id)
    return coming
  },
}
/** What the loaders of pages have asked for. */
const asked: object[] = []
/** A router of two pages, opened at an address. */
function pageRouter(address: string) {
  const root = createRootRouteWithContext<{ client: string }>()()
  const frame = createRoute({ id: 'frame', getParentRoute: () => root })
  const page = (name: string) =>
    createRoute({
      path: `/${name}`,
      getParentRoute: () => frame,
      loaderDeps: ({ search }: { search: object }) => search,
      loader: ({ deps, context }) => void asked.push({ of: name, ...deps, ...context }),
    })
  const made = createRouter({
    routeTree: root.addChildren([frame.addChildren([page('userList'), page('fenceList')])]),
    history: createMemoryHistory({ initialEntries: [address] }),
    context: { client: 'the client' },
  })
  return Object.assign(made, { loadRouteChunk: router.loadRouteChunk })
}
const somebody = { visitor: false }
const entry = (uri: string, pid = 0): NavigationEntry => ({
  id: 1,
  pid,
  type: 'menu',
  name: uri,
  enName: null,
  value: uri,
  uri,
  icon: null,
  mark: null,
  list: [],
})

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
  fetched.length = 0
  asked.length = 0
  coming = Promise.resolve()
})

test('where nobody ever logged in, what most people land on, after the login’s own parts', async () => {
  const { fetchAhead } = await openPage()
  fetchAhead(router)
  expect(fetched).toEqual([])
  await vi.advanceTimersByTimeAsync(500)
  expect(fetched).toEqual(['/_console', '/_console/AlarmHistory'])
})

test('the landing page of the last login here, also after the site’s storage was cleared', async () => {
  const first = await openPage()
  first.fetchLanding(router, [entry('DeviceList'), entry('AlarmHistory')])
  first.keepLanding()
  localStorage.clear()
  first.keepLanding()
  fetched.length = 0
  const next = await openPage()
  next.fetchAhead(router)
  await vi.advanceTimersByTimeAsync(500)
  expect(fetched).toEqual(['/_console', '/_console/DeviceList'])
})

test('one at a time, and one that does not come keeps none of the others', async () => {
  const { fetchAhead } = await openPage()
  let fail: (why: Error) => void = () => {}
  coming = new Promise((_, reject) => {
    fail = reject
  })
  fetchAhead(router)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toEqual(['/_console'])
  const frame = fail
  coming = Promise.resolve()
  frame(new Error('It did not come'))
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toEqual(['/_console', '/_console/AlarmHistory'])
})

test('whoever leaves has nothing more fetched', async () => {
  const { fetchAhead } = await openPage()
  let come = () => {}
  coming = new Promise(resolve => {
    come = resolve
  })
  const leave = fetchAhead(router)
  await vi.advanceTimersByTimeAsync(1_000)
  leave()
  come()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toEqual(['/_console'])
})

test('once somebody has logged in, their own landing page, whatever was fetched before', async () => {
  localStorage.setItem('gatehouse.landing', '/DeviceList')
  const { fetchLanding } = await openPage()
  fetchLanding(router, [entry('userList')])
  expect(fetched).toEqual(['/_console', '/_console/userList'])
})

test('the page that one goes back to comes before any landing page', async () => {
  localStorage.setItem('gatehouse.landing', '/DeviceList')
  noteRefused({ href: '/fenceList?page=2', pathname: '/fenceList', search: {} })
  const { fetchAhead, fetchLanding } = await openPage()
  fetchAhead(router)
  await vi.advanceTimersByTimeAsync(500)
  fetchLanding(router, [entry('userList')])
  expect(fetched).toEqual(['/_console', '/_console/fenceList', '/_console', '/_console/fenceList'])
})

test('an address that is none of the console’s is neither remembered nor believed', async () => {
  localStorage.setItem('gatehouse.landing', '//elsewhere.example/x')
  const { fetchAhead, fetchLanding, keepLanding } = await openPage()
  fetchAhead(router)
  await vi.advanceTimersByTimeAsync(500)
  expect(fetched).toEqual(['/_console', '/_console/AlarmHistory'])
  localStorage.clear()
  fetchLanding(router, [entry('not/ours')])
  keepLanding()
  expect(localStorage.getItem('gatehouse.landing')).toBe(null)
})

test('who has a session already: page and data of the address, or of the landing page of their menu', async () => {
  const { fetchOpened } = await openPage()
  const session = { menu: [entry('userList'), entry('fenceList')], user: somebody }
  fetchOpened(pageRouter('/fenceList?page=2'), session)
  expect(fetched).toEqual(['__root__', '/frame', '/frame/fenceList'])
  expect(asked).toEqual([{ of: 'fenceList', page: 2, client: 'the client' }])
  fetched.length = 0
  asked.length = 0
  fetchOpened(pageRouter('/'), session)
  expect(fetched).toEqual(['__root__', '/frame', '/frame/userList'])
  expect(asked).toEqual([{ of: 'userList', client: 'the client' }])
})

test('what is not in somebody’s menu is not asked for', async () => {
  const { fetchOpened } = await openPage()
  fetchOpened(pageRouter('/fenceList'), { menu: [entry('userList')], user: somebody })
  expect(asked).toEqual([])
})
