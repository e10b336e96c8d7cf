// The page of one reading: its figure against the limits, what the device uses, changing a limit, who may not.
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../../../src/resource/later-error-words.ts'
import { alarm } from '../../../../src/domain/alarm/alarm.ts'
import { device } from '../../../../src/domain/device/device.ts'
import { latestReading } from '../../../../src/domain/device/latest-reading.ts'
import { productReading } from '../../../../src/domain/device/product-reading.ts'
import { readingKinds } from '../../../../src/domain/device/readings.ts'
import { ReadingPage } from '../../../../src/features/devices/readings/reading-page.tsx'
import { type FakeBackEnd, fakeBackEnd } from '../../../fakes/fake-back-end.ts'
import { renderScreen } from '../../../resource/render-screen.tsx'
import { deviceRow } from '../device-row.ts'

const imei = '866040053214418'
const at = Date.now() - 30_000
const row = deviceRow(at, {
  id: 12,
  version: 3,
  imei,
  name: 'Watch 0418',
  kind: 'watch',
  productId: 4,
  wearerName: 'Li Wei',
  footRing: 'loose',
})

let server: FakeBackEnd

beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  server = fakeBackEnd([
    { entity: device, rows: [row] },
    { entity: alarm, rows: [] },
    { entity: productReading, rows: [] },
    { entity: latestReading, rows: [] },
  ])
  server.answer('reading/latest', [{ kind: 'heartRate', value: 131, at }])
  server.answer('reading/series', {
    kind: 'heartRate',
    times: [at - 120_000, at - 60_000, at],
    values: [80, 88, 131],
    figures: { count: 3, low: 80, lowAt: at - 120_000, high: 131, highAt: at, mean: 99.7 },
    pauseMs: 60_000,
    thinnedMs: 0,
  })
  server.answer('settings/get', {
    desired: { limits: { heartRate: { lower: 45, upper: 120 } }, heartRateMinutes: 1, positionMinutes: 5 },
    reported: { limits: { heartRate: { lower: 45, upper: 110 } }, heartRateMinutes: 1 },
    desiredAt: at,
    reportedAt: at,
  })
})

test('the figure says that it is beyond its limit, the trend has its figures, the device its own', async () => {
  await renderScreen(<ReadingPage variant="heartRate" search={{ imei }} />)
  await expect.element(page.getByRole('heading', { name: 'Heart rate', level: 2 })).toBeVisible()
  await expect.element(page.getByText('above the limit').first()).toBeVisible()
  await expect.element(page.getByText('Loose')).toBeVisible()
  await expect.element(page.getByRole('application', { name: /Heart rate, Watch 0418/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Heart rate bpm 80 131 100/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /upper limit 120 bpm.*110 bpm/ })).toBeVisible()
  await expect.element(page.getByText('None: everything stayed inside the limits.')).toBeVisible()
})

test('a limit is changed in place; everything else that is wanted stays', async () => {
  server.answer('settings/save', { commandId: 9 })
  await renderScreen(<ReadingPage variant="heartRate" search={{ imei }} />)
  await page.getByRole('button', { name: 'Change' }).click()
  const upper = page.getByRole('textbox', { name: 'Heart rate: upper limit' })
  await upper.fill('40')
  await page.getByRole('button', { name: 'Save and send' }).click()
  await expect.element(page.getByText('The lower limit must be below the upper one')).toBeVisible()
  expect(server.askedFor('settings/save')).toEqual([])
  await upper.fill('125')
  await page.getByRole('button', { name: 'Save and send' }).click()
  await expect
    .poll(() => server.askedFor('settings/save'))
    .toEqual([
      {
        imei,
        settings: {
          limits: { heartRate: { lower: 45, upper: 125 } },
          heartRateMinutes: 1,
          positionMinutes: 5,
        },
      },
    ])
})

test('an export names the readings and the time', async () => {
  server.answer('reading/export', { taskId: 3 })
  const { told } = await renderScreen(<ReadingPage variant="heartRate" search={{ imei }} />)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As a text table (CSV)' }).click()
  await expect
    .poll(() => server.askedFor('reading/export'))
    .toMatchObject([{ imeis: [imei], kinds: ['heartRate'], format: 'csv' }])
  await expect.poll(() => told.length).toBe(1)
})

test('who may only read changes and exports nothing', async () => {
  await renderScreen(<ReadingPage variant="heartRate" search={{ imei }} />, { permissions: ['device.read'] })
  await expect.element(page.getByText('above the limit').first()).toBeVisible()
  for (const name of ['Change', 'Export'])
    expect(page.getByRole('button', { name }).elements()).toHaveLength(0)
  expect(server.askedFor('alarm/page')).toEqual([])
})

test('without a device it asks for one and remembers it; an unknown one says so', async () => {
  const { search } = await renderScreen(<ReadingPage variant="heartRate" search={{}} />)
  await expect.element(page.getByText('No device sends this yet')).toBeVisible()
  await page.getByRole('combobox', { name: 'Device' }).click()
  await page.getByRole('option', { name: /Watch 0418/ }).click()
  await expect.poll(() => String(search().imei)).toBe(imei)
  await renderScreen(<ReadingPage variant="heartRate" search={{ imei: '866040050000000' }} />)
  await expect.element(page.getByText('There is no such device')).toBeVisible()
})

test('without a device those that send the reading are offered, beyond a limit first', async () => {
  const silent = Object.fromEntries(
    readingKinds.flatMap(kind => [
      [kind, null],
      [`${kind}At`, null],
    ]),
  )
  const newest = (id: number, name: string, heartRate: number | null) => ({
    ...silent,
    ...{ id, version: 1, createdAt: at, updatedAt: at, imei: `86604005321440${id}`, name, kind: 'watch' },
    ...{ state: 'online', categoryId: 1, productId: null, measuredAt: at - id, heartRate, heartRateAt: at },
    settings: { limits: { heartRate: { upper: 120 } } },
  })
  server = fakeBackEnd([
    { entity: device, rows: [] },
    { entity: productReading, rows: [] },
    { entity: latestReading, rows: [newest(1, 'Calm', 62), newest(2, 'Mute', null), newest(3, 'High', 131)] },
  ])
  const { search } = await renderScreen(<ReadingPage variant="heartRate" search={{}} />)
  const offered = page.getByRole('region', { name: 'Devices to begin with' }).getByRole('button')
  await expect
    .poll(() => offered.elements().map(each => each.textContent?.slice(0, 4)))
    .toEqual(['High', 'Calm'])
  await offered.first().click()
  await expect.poll(() => String(search().imei)).toBe('866040053214403')
})
