// What the page of regions says of its figures: places that were not counted, and how far districts are to be trusted.
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { packFleet } from '../../../../src/domain/device/fleet-columns.ts'
import type { Place } from '../../../../src/domain/geo/geo.ts'
import { RegionPage } from '../../../../src/features/tracking/regions/region-page.tsx'
import { loadRegions } from '../../../../src/platform/map/regions.ts'
import { type FakeBackEnd, fakeBackEnd } from '../../../fakes/fake-back-end.ts'
import { renderScreen } from '../../../resource/render-screen.tsx'

let server: FakeBackEnd

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

function devicesAt(places: readonly (Place | null)[]) {
  const all = <T,>(value: T) => places.map(() => value)
  const columns = packFleet({
    ids: places.map((_, at) => at + 1),
    kinds: all('helmet'),
    states: all('online'),
    lifecycles: all('bound'),
    longitudes: places.map(place => place?.longitude ?? null),
    latitudes: places.map(place => place?.latitude ?? null),
    accuracies: all(8),
    positionAts: all(Date.now()),
    groupIds: all(null),
    departmentIds: all(null),
    batteries: all(50),
    footRings: all(null),
  })
  server.answer('fleet/points', {
    at: Date.now(),
    count: places.length,
    imeis: places.map((_, at) => `86000000000000${at}`),
    names: places.map((_, at) => `Helmet ${at}`),
    wearers: all(''),
    packed: base64(columns),
  })
}

/** A city of which not every district's place is known. */
async function vagueCity() {
  for (const province of await loadRegions())
    for (const city of province.cityList)
      if (city.areaList.some(({ at }) => at) && city.areaList.some(({ at }) => !at)) return { province, city }
  throw new Error('the middles of all districts are known')
}

beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  server = fakeBackEnd([])
})

test('places with alarms that were not counted are named, and counted when somebody asks', async () => {
  const [province] = await loadRegions()
  const [city] = province?.cityList ?? []
  if (!province || !city?.at) throw new Error('no city')
  const { longitude, latitude } = city.at
  const spots = [1, 2].map(count => ({ longitude, latitude, count }))
  devicesAt([city.at, null])
  server.answer('alarm/heat', { total: 50, places: 4, unplaced: 2, spots })
  await renderScreen(<RegionPage search={{}} />)
  const note = page.getByText(/Alarms are counted for the 2 busiest of 4 places/)
  await expect.element(note).toBeVisible()
  const row = page.getByRole('table', { name: 'Devices and alarms by region' }).getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent(/3$/)
  await page.getByRole('button', { name: 'Count all' }).click()
  await expect.element(note).not.toBeInTheDocument()
  await expect.element(row).toMatchTextContent(/6$/)
  await expect.element(page.getByText('Devices without a place, in no region: 1')).toBeVisible()
  await expect.element(page.getByText('Alarms without a place, in no region: 2')).toBeVisible()
})

test('where the data has no borders the page says so, and counts for the city what may be anybody’s', async () => {
  const { province, city } = await vagueCity()
  devicesAt([city.at ?? null])
  server.answer('alarm/heat', { total: 0, places: 0, unplaced: 0, spots: [] })
  await renderScreen(<RegionPage search={{ province: province.code, city: city.code }} />)
  await expect.element(page.getByText(/The data has no borders, only the middles of regions/)).toBeVisible()
  await expect
    .element(page.getByText('Devices whose district is not certain, counted for the city: 1'))
    .toBeVisible()
})

test('without the right to see alarms none are asked for', async () => {
  devicesAt([{ longitude: 114.05, latitude: 22.55 }])
  await renderScreen(<RegionPage search={{}} />, { permissions: ['device.read'] })
  await expect
    .element(page.getByRole('table', { name: 'Devices and alarms by region' }))
    .toMatchTextContent(/Region/)
  await expect.element(page.getByRole('columnheader', { name: 'Alarms' })).not.toBeInTheDocument()
  expect(server.askedFor('alarm/heat')).toEqual([])
})
