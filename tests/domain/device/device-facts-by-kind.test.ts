// What means something to a kind of device, what its SKU text holds, and who is on a site.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { deviceKinds } from '../../../src/domain/device/device.ts'
import { fleetStates } from '../../../src/domain/device/fleet-columns.ts'
import { limitsFor, takesSetting } from '../../../src/domain/device/settings-by-kind.ts'
import { changedSku, readSku, sku } from '../../../src/domain/device/sku.ts'
import { isOnSite, siteCorners } from '../../../src/domain/indoor/site-placement.ts'
import { countOnSite } from '../../../src/features/tracking/fleet/count-on-site.ts'

test('a door offers no heart rate, and no welcome; a wristband does', () => {
  expect(limitsFor('doorUnit')).toEqual([])
  for (const name of [
    'heartRateMinutes',
    'positionMinutes',
    'welcomeMessage',
    'contacts',
    'odourSeconds',
  ] as const)
    expect(takesSetting('doorUnit', name)).toBe(false)
  expect(takesSetting('doorUnit', 'restartMinutes')).toBe(true)
  expect(limitsFor('wristband')).toEqual(['heartRate', 'bodyTemperature', 'bloodOxygen'])
  expect(takesSetting('wristband', 'heartRateMinutes')).toBe(true)
  expect(takesSetting('wristband', 'welcomeMessage')).toBe(true)
})

test('air quality and humidity have intervals where they are measured, or were sent', () => {
  expect(takesSetting('environment', 'airQualitySeconds')).toBe(true)
  expect(takesSetting('environment', 'airHumiditySeconds')).toBe(true)
  expect(takesSetting('helmet', 'airQualitySeconds')).toBe(false)
  expect(takesSetting('helmet', 'airQualitySeconds', ['airQuality'])).toBe(true)
})

test('a part of a SKU is changed and the others stay, also those that nobody here knows', () => {
  const text = '{"imgSrc":"/files/old","maker":"X"}'
  expect(JSON.parse(changedSku(text, { code: 'H-1' }))).toEqual({
    imgSrc: '/files/old',
    maker: 'X',
    code: 'H-1',
  })
  expect(changedSku('', {})).toBe('')
  expect(changedSku('{"code":"A"}', { code: '' })).toBe('')
  expect(readSku('H-1')).toEqual({ code: 'H-1', imgSrc: '' })
})

test.each([
  ['{"imgSrc":"javascript:alert(1)"}', false],
  ['{"imgSrc":"//elsewhere.example/x.png"}', false],
  ['{"imgSrc":"/files/abc","code":"A"}', true],
  ['', true],
  ['[1]', false],
])('%s as a SKU: %s', (text, good) => {
  expect(z.safeParse(sku, text).success).toBe(good)
})

const plan = { longitude: 114.05, latitude: 22.54, rotation: 30, width: 200, height: 100 }

test('the corners of a turned plan are on it when drawn in a little, and not when drawn out', () => {
  for (const corner of siteCorners(plan)) {
    const drawn = (by: number) => ({
      longitude: plan.longitude + (corner.longitude - plan.longitude) * by,
      latitude: plan.latitude + (corner.latitude - plan.latitude) * by,
    })
    expect(isOnSite(plan, drawn(0.99))).toBe(true)
    expect(isOnSite(plan, drawn(1.01))).toBe(false)
  }
})

const kindNames: readonly string[] = deviceKinds

test('a helmet at home is not on the site, nor one that is not heard, nor a wristband', () => {
  const [on, abnormal, off] = (['online', 'abnormal', 'offline'] as const).map(word =>
    fleetStates.indexOf(word),
  )
  const here = { longitude: 114.05, latitude: 22.54 }
  const away = { longitude: 114.2, latitude: 22.6 }
  const places = [here, here, away, here, here, undefined]
  const columns = {
    kinds: Uint8Array.from(
      ['helmet', 'helmet', 'helmet', 'helmet', 'wristband', 'helmet'].map(kind => kindNames.indexOf(kind)),
    ),
    states: Uint8Array.from([on ?? 0, abnormal ?? 0, on ?? 0, off ?? 0, on ?? 0, on ?? 0]),
  }
  const fleet = { columns, placeOf: (slot: number) => places[slot] } as unknown as Parameters<
    typeof countOnSite
  >[0]
  expect(countOnSite(fleet, [plan])).toEqual({ there: 2, wrong: 1 })
  expect(countOnSite(fleet, [])).toEqual({ there: 4, wrong: 1 })
})
