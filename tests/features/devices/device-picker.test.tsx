// Choosing devices: the server searches, what was chosen stays named, the last ones stand first.
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { device } from '../../../src/domain/device/device.ts'
import { DevicePicker } from '../../../src/features/devices/device-picker.tsx'
import { type FakeBackEnd, fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { renderScreen } from '../../resource/render-screen.tsx'
import { deviceRow } from './device-row.ts'

const row = (id: number, name: string) => deviceRow(1, { id, name, imei: `86604005321440${id}` })

let server: FakeBackEnd

beforeEach(() => {
  localStorage.clear()
  server = fakeBackEnd([{ entity: device, rows: [row(1, 'Helmet one'), row(2, 'Helmet two')] }])
})

function One() {
  const [imei, setImei] = useState<string>()
  return (
    <>
      <DevicePicker label="Device" value={imei} onChange={setImei} kinds={['helmet']} />
      <output>{imei}</output>
    </>
  )
}

function Many() {
  const [imeis, setImeis] = useState<readonly string[]>(['866040053214401'])
  return (
    <>
      <DevicePicker multiple label="Devices" value={imeis} onChange={setImeis} most={2} />
      <output>{imeis.join(' ')}</output>
    </>
  )
}

test('one device is searched for on the server and chosen', async () => {
  await renderScreen(<One />)
  await page.getByRole('combobox', { name: 'Device' }).fill('two')
  await expect
    .poll(() => server.askedFor('device/page').some(asked => (asked as { q?: string }).q === 'two'))
    .toBe(true)
  expect(server.askedFor('device/page').at(-1)).toMatchObject({ kind: ['helmet'] })
  await page.getByRole('option', { name: /Helmet two/ }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('866040053214402')
})

test('several stand as chips by their names, up to the most', async () => {
  await renderScreen(<Many />)
  await expect.element(page.getByText('Helmet one · 4401').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Devices' }).click()
  await page.getByRole('option', { name: /Helmet two/ }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('866040053214401 866040053214402')
  await expect.element(page.getByText('No more than 2 devices')).toBeVisible()
})
