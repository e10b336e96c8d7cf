// The fleet on the device: written as it comes and as it was when one leaves, and not again when nothing came since.
import { useEffect, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { packFleet } from '../../../../src/domain/device/fleet-columns.ts'
import { readKeptFleet } from '../../../../src/features/tracking/fleet/fleet-memory.ts'
import { type FleetState, useFleet } from '../../../../src/features/tracking/fleet/use-fleet.ts'
import { publishDeviceChanges } from '../../../../src/platform/device-changes.ts'
import { fakeBackEnd } from '../../../fakes/fake-back-end.ts'
import { renderScreen } from '../../../resource/render-screen.tsx'

const AT = 1_800_000_000_000
const DATABASE = 'gatehouse-fleet-1-7'

const pointsAt = (at: number, longitude: number) => ({
  at,
  count: 1,
  imeis: ['860000000000001'],
  names: ['Helmet'],
  wearers: [''],
  packed: btoa(
    String.fromCharCode(
      ...packFleet({
        ids: [1],
        kinds: ['helmet'],
        states: ['online'],
        lifecycles: ['bound'],
        longitudes: [longitude],
        latitudes: [29],
        accuracies: [8],
        positionAts: [at],
        groupIds: [null],
        departmentIds: [null],
        batteries: [50],
        footRings: [null],
      }),
    ),
  ),
})

let server: ReturnType<typeof fakeBackEnd>
const writing = vi.spyOn(IDBObjectStore.prototype, 'put')

beforeEach(async () => {
  await new Promise(resolve => {
    indexedDB.deleteDatabase(DATABASE).onsuccess = resolve
  })
  writing.mockClear()
  found.length = 0
  server = fakeBackEnd([])
  server.answer('fleet/points', pointsAt(AT, 106))
})

function Visit() {
  const [here, setHere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setHere(!here)}>
        {here ? 'Leave' : 'Come'}
      </button>
      {here && <Fleet />}
    </>
  )
}

function Fleet() {
  const state = useFleet()
  return (
    <p>
      {state.is} {state.fleet.size}
      <Looker {...state} />
    </p>
  )
}

/** What a part of the page finds in its own effects, once it is told that nothing newer is on its way. */
const found: (number | undefined)[] = []
function Looker({ fleet, refreshing }: FleetState) {
  useEffect(() => {
    if (fleet.size > 0 && !refreshing) found.push(fleet.placeOf(0)?.longitude)
  }, [fleet, refreshing])
  return null
}

const keptAt = async () => (await readKeptFleet('live'))?.at

test('a short visit writes it once: when it came', async () => {
  await renderScreen(<Visit />)
  await expect.poll(keptAt).toBe(AT)
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByRole('button', { name: 'Come' })).toBeVisible()
  expect(writing).toHaveBeenCalledTimes(1)
})

test('what came meanwhile is written as one leaves, once', async () => {
  await renderScreen(<Visit />)
  await expect.poll(keptAt).toBe(AT)
  publishDeviceChanges({
    code: 'state',
    at: AT + 5_000,
    devices: [{ id: 1, imei: '860000000000001', state: 'offline' }],
  })
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(keptAt).toBe(AT + 5_000)
  expect(writing).toHaveBeenCalledTimes(2)
})

test('where things are is asked at each visit: no page heard in between how they moved', async () => {
  const asked = () => server.askedFor('fleet/points').length
  await renderScreen(<Visit />)
  await expect.element(page.getByText(/^live/)).toBeVisible()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Come' }).click()
  await expect.poll(asked).toBe(2)
  await expect.element(page.getByText(/^live/)).toBeVisible()
})

test('a newer answer counts as under way until the fleet has taken it', async () => {
  await renderScreen(<Visit />)
  await expect.poll(() => found).toEqual([106])
  await page.getByRole('button', { name: 'Leave' }).click()
  server.answer('fleet/points', pointsAt(AT + 1_000, 107))
  await page.getByRole('button', { name: 'Come' }).click()
  await expect.poll(() => found).toEqual([106, 107])
})
