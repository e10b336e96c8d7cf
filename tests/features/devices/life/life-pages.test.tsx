// Handing devices out, the life on a device's page, and activations, as somebody sees and presses them.
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../../../src/resource/later-error-words.ts'
import { department } from '../../../../src/domain/access/access.ts'
import { allocation } from '../../../../src/domain/device/allocation.ts'
import { device } from '../../../../src/domain/device/device.ts'
import { carryDevices } from '../../../../src/features/devices/carried-devices.ts'
import { deviceView } from '../../../../src/features/devices/device.view.tsx'
import { ActivePage } from '../../../../src/features/devices/life/active-page.tsx'
import { AllocatePage } from '../../../../src/features/devices/life/allocate-page.tsx'
import { LifeSection } from '../../../../src/features/devices/life/life-section.tsx'
import { ActionsProvider } from '../../../../src/resource/actions.tsx'
import { type FakeBackEnd, fakeBackEnd } from '../../../fakes/fake-back-end.ts'
import { renderScreen } from '../../../resource/render-screen.tsx'
import { deviceRow } from '../device-row.ts'

const at = Date.now() - 3_600_000
const rows = [1, 2, 3].map(id =>
  deviceRow(at, {
    id,
    imei: `86604005321441${id}`,
    name: `Helmet ${id}`,
    state: 'notActivated',
    lifecycle: 'inStock',
    signal: null,
    battery: null,
    lastMessageAt: null,
    connectedAt: null,
    activatedAt: null,
    inStock: true,
    stockedInAt: at,
  }),
)
const run = {
  id: 7,
  version: 1,
  createdAt: at,
  updatedAt: at,
  state: 'done' as const,
  target: 'Block C',
  targetTenantId: 1,
  targetTenantName: 'Green Court',
  targetDepartmentId: 4,
  targetDepartmentName: 'Block C',
  note: null,
  total: 2,
  done: 2,
  failed: 0,
  userName: 'Mei',
  finishedAt: at,
  undoneAt: null,
  undoneBy: null,
}

let server: FakeBackEnd

beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  server = fakeBackEnd([
    { entity: device, rows },
    { entity: allocation, rows: [run] },
    {
      entity: department,
      rows: [
        {
          id: 4,
          version: 1,
          createdAt: at,
          updatedAt: at,
          name: 'Block C',
          parentId: null,
          sort: 0,
          userCount: 0,
          deviceCount: 0,
        },
      ],
    },
  ])
  server.answer('allocation/items', [
    { deviceId: 1, imei: rows[0]?.imei, deviceName: 'Helmet 1', state: 'done', reason: null, at },
    {
      deviceId: 2,
      imei: rows[1]?.imei,
      deviceName: 'Helmet 2',
      state: 'kept',
      reason: 'allocation.bound',
      at,
    },
  ])
})

test('devices are chosen, handed out, and taken back', async () => {
  server.answer('allocation/start', { allocationId: 7 })
  await renderScreen(<AllocatePage />)
  await expect.element(page.getByRole('button', { name: 'Allocate', exact: true })).toBeDisabled()
  await page.getByText('Helmet 1').click()
  await page.getByText('Helmet 2').click()
  await page.getByRole('button', { name: 'Allocate 2 devices' }).click()
  await expect.element(page.getByText('Choose a department')).toBeVisible()
  expect(server.askedFor('allocation/start')).toEqual([])
  await page.getByRole('combobox', { name: 'Department' }).click()
  await page.getByRole('option', { name: 'Block C' }).click()
  await page.getByRole('button', { name: 'Allocate 2 devices' }).click()
  await expect
    .poll(() => server.askedFor('allocation/start'))
    .toEqual([{ deviceIds: [1, 2], targetDepartmentId: 4 }])
  await expect.element(page.getByText('2 devices were allocated')).toBeVisible()
  // What went wrong stands first, with the reason.
  await expect.element(page.getByText('It is already bound')).toBeVisible()
  await page.getByRole('button', { name: 'Take all back' }).click()
  await expect.poll(() => server.askedFor('allocation/undo')).toEqual([{ ids: [7] }])
})

test('devices that were chosen in another list are chosen here', async () => {
  carryDevices(rows.slice(0, 2))
  await renderScreen(<AllocatePage />)
  await expect.element(page.getByRole('button', { name: 'Allocate 2 devices' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave out Helmet 2' }).click()
  await expect.element(page.getByRole('button', { name: 'Allocate 1 device' })).toBeVisible()
})

test('the life of a device: only what its state allows, and every step', async () => {
  server.answer('device/steps', [
    { id: 2, step: 'stockIn', from: 'pendingStockIn', to: 'inStock', userName: 'Mei', note: 'Shelf 4', at },
  ])
  const [row] = rows
  if (!row) throw new Error('no row')
  await renderScreen(
    <ActionsProvider view={deviceView}>
      <LifeSection device={row} />
    </ActionsProvider>,
  )
  await expect.element(page.getByText('Shelf 4')).toBeVisible()
  const names = page
    .getByRole('button')
    .elements()
    .map(each => each.textContent)
  expect(names).toEqual(['Stock out', 'Take back the stock-in', 'Decommission', 'Allocate'])
  await page.getByRole('button', { name: 'Decommission' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/this cannot be undone/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Decommission' }).click()
  await expect.element(dialog.getByText('Must not be empty')).toBeVisible()
  await dialog.getByRole('textbox').fill('Broken shell')
  await dialog.getByRole('button', { name: 'Decommission' }).click()
  await expect
    .poll(() => server.askedFor('device/recycle'))
    .toEqual([{ ids: [1], input: { note: 'Broken shell' } }])
})

test('activations: figures, the chart said in words, and the next step of those that wait', async () => {
  server.answer('device/activations', {
    buckets: [
      { at, count: 2 },
      { at: at + 86_400_000, count: 0 },
    ],
    activated: 2,
    notActivated: 3,
  })
  await renderScreen(<ActivePage />)
  await expect.element(page.getByText('Activated in this period')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Stock out' }).first()).toBeVisible()
  await page.getByText('Month', { exact: true }).click()
  await expect
    .poll(() => server.askedFor('device/activations').map(asked => (asked as { by: string }).by))
    .toContain('month')
})
