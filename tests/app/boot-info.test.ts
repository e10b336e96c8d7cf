// What the server tells before a login: asked for at the start, and again by a page that was opened without a network.
import { beforeEach, expect, test, vi } from 'vitest'

const line = vi.hoisted(() => ({ online: true, listeners: new Set<() => void>() }))
vi.mock('../../src/platform/connection.ts', () => ({
  getConnection: () => ({ online: line.online }),
  subscribeConnection: (listener: () => void) => line.listeners.add(listener),
}))

const host = {
  siteName: 'Green Park',
  demo: null,
  visitors: true,
  texts: false,
  mallUrl: '',
  upgradeUrl: '',
  hiddenMenus: [],
  renamedMenus: [],
}
const become = (online: boolean) => {
  line.online = online
  for (const listener of line.listeners) listener()
}
let asked: number
let page: { title: string }

beforeEach(async () => {
  vi.resetModules()
  const { configureHttp } = await import('../../src/platform/http.ts')
  page = { title: '' }
  vi.stubGlobal('document', page)
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  line.listeners.clear()
  line.online = true
  asked = 0
  configureHttp({
    fetch: async () => {
      asked++
      if (!line.online) throw new TypeError('Failed to fetch')
      return new Response(JSON.stringify({ code: 0, data: host }))
    },
  })
})

test('a page that was opened without a network learns whose it is when the network is back', async () => {
  const boot = await import('../../src/app/boot-info.ts')
  line.online = false
  await boot.askBootInfo()
  expect(boot.isBootInfoFresh()).toBe(false)
  become(true)
  await vi.waitFor(() => expect(boot.isBootInfoFresh()).toBe(true))
  expect(boot.getBootInfo().siteName).toBe('Green Park')
})

test('the tab names the page and the site, and the product where nobody has named the site', async () => {
  const boot = await import('../../src/app/boot-info.ts')
  const { showPageTitle } = await import('../../src/platform/page-title.ts')
  expect(boot.siteNameOf(boot.getBootInfo())).toBe('Gatehouse')
  showPageTitle('Alarms')
  expect(page.title).toBe('Alarms · Gatehouse')
  await boot.askBootInfo()
  expect(page.title).toBe('Alarms · Green Park')
  showPageTitle(undefined)
  expect(page.title).toBe('Green Park')
})

test('once it has answered it is not asked again', async () => {
  const boot = await import('../../src/app/boot-info.ts')
  await boot.askBootInfo()
  become(false)
  become(true)
  expect(asked).toBe(1)
})
