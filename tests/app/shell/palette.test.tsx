// The search palette: pages by their name, English name, pinyin and initials; records with the icon of their kind.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import CommandPalette from '../../../src/app/shell/command-palette.tsx'
import type { NavigationItem } from '../../../src/app/shell/navigation.ts'
import { user } from '../../../src/domain/access/access.ts'
import { simCard } from '../../../src/domain/billing/sim-card.ts'
import { deviceCategory } from '../../../src/domain/device/catalogue.ts'
import { device } from '../../../src/domain/device/device.ts'
import { watchConnection } from '../../../src/platform/connection.ts'
import { fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { deviceRow } from '../../features/devices/device-row.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const items: NavigationItem[] = [
  {
    key: '1',
    title: '设备管理',
    aliases: ['设备管理', 'Devices'],
    children: [
      {
        key: '2',
        title: '设备列表',
        path: '/DeviceList',
        aliases: ['设备列表', 'Device list'],
        pageIcon: 'helmet',
      },
      {
        key: '3',
        title: '告警记录',
        path: '/AlarmHistory',
        aliases: ['告警记录', 'Alarm log'],
        pageIcon: 'alert',
      },
    ],
  },
]

const person = {
  id: 5,
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  username: 'lin',
  name: '林晓雯',
  roleIds: [],
  roleNames: [],
  status: 'enabled',
  highest: false,
  lastLoginAt: null,
  passwordUntil: null,
  secondFactor: false,
  unsent: null,
  unsentOn: null,
  unsentSince: null,
}

watchConnection()

afterEach(() => vi.restoreAllMocks())

beforeEach(() => {
  localStorage.clear()
  fakeBackEnd([
    {
      entity: device,
      rows: [
        deviceRow(Date.now(), { id: 1, imei: '866040053211001', name: 'North gate', kind: 'doorUnit' }),
        deviceRow(Date.now(), { id: 2, imei: '866040053211002', name: 'North helmet', kind: 'helmet' }),
      ],
    },
    { entity: simCard, rows: [] },
    { entity: user, rows: [person] },
    {
      entity: deviceCategory,
      rows: [
        {
          ...{ id: 5, version: 1, createdAt: 1, updatedAt: 1, kind: 'helmet', sort: 1, deviceCount: 3 },
          ...{ name: '智能头盔', enName: 'Smart helmet' },
        },
      ],
    },
  ])
})

test.each([
  ['sblb', '设备列表'],
  ['shebei', '设备列表'],
  ['gaojing', '告警记录'],
  ['gjjl', '告警记录'],
  ['alarm log', '告警记录'],
  ['列表', '设备列表'],
])('%s finds %s', async (typed, title) => {
  await renderScreen(<CommandPalette items={items} onClose={() => {}} />)
  await page.getByRole('combobox').fill(typed)
  await expect.element(page.getByRole('option', { name: new RegExp(title) })).toBeVisible()
  const other = title === '设备列表' ? '告警记录' : '设备列表'
  await expect.element(page.getByRole('option', { name: new RegExp(other) })).not.toBeInTheDocument()
})

test('a record has the icon of its kind', async () => {
  await renderScreen(<CommandPalette items={items} onClose={() => {}} />, { permissions: ['device.read'] })
  await page.getByRole('combobox').fill('North')
  const drawn = (name: RegExp) => page.getByRole('option', { name }).element().querySelector('svg')?.innerHTML
  await expect.element(page.getByRole('option', { name: /North gate/ })).toBeVisible()
  await expect.element(page.getByRole('option', { name: /North helmet/ })).toBeVisible()
  expect(drawn(/North gate/)).toBeTruthy()
  expect(drawn(/North gate/)).not.toBe(drawn(/North helmet/))
})

test.each([
  ['866040053211001', /North gate/],
  ['林晓雯', /林晓雯.*lin/],
])('%s finds the record', async (typed, name) => {
  await renderScreen(<CommandPalette items={items} onClose={() => {}} />)
  await page.getByRole('combobox').fill(typed)
  await expect.element(page.getByRole('option', { name })).toBeVisible()
})

test('without a network pages are found, and it is said that nothing else can be', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ code: 0 }))
  await renderScreen(<CommandPalette items={items} onClose={() => {}} />)
  const note = page.getByText('No connection: only pages can be found')
  await page.getByRole('combobox').fill('North')
  await expect.element(page.getByRole('option', { name: /North gate/ })).toBeVisible()
  dispatchEvent(new Event('offline'))
  await expect.element(note).toBeVisible()
  await expect.element(page.getByRole('option', { name: /North gate/ })).not.toBeInTheDocument()
  await page.getByRole('combobox').fill('sblb')
  await expect.element(page.getByRole('option', { name: /设备列表/ })).toBeVisible()
  dispatchEvent(new Event('online'))
  await expect.element(note).not.toBeInTheDocument()
})

test('a category is called in the language of the reader', async () => {
  await renderScreen(<CommandPalette items={items} onClose={() => {}} />, {
    permissions: ['deviceCategory.read'],
  })
  await page.getByRole('combobox').fill('helmet')
  await expect.element(page.getByRole('option', { name: 'Smart helmet' })).toBeVisible()
})

test('a page that somebody was at lately is called as it is called now', async () => {
  const show = (title: string) => {
    const [group] = items
    const children = group?.children?.map(each => (each.key === '2' ? { ...each, title } : each)) ?? []
    return renderScreen(<CommandPalette items={group ? [{ ...group, children }] : []} onClose={() => {}} />)
  }
  await show('设备列表')
  await page.getByRole('combobox').fill('设备列表')
  await page.getByRole('option', { name: /设备列表/ }).click()
  await cleanup()
  await show('Device list')
  await expect.element(page.getByRole('option', { name: /Device list/ })).toBeVisible()
  await expect.element(page.getByRole('option', { name: /设备列表/ })).not.toBeInTheDocument()
})
