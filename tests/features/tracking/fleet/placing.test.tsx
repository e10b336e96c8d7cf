// What the installation map says of a device's place, and which places it takes.
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deviceGroup } from '../../../../src/domain/device/catalogue.ts'
import { packFleet, unpackFleet } from '../../../../src/domain/device/fleet-columns.ts'
import type { Place } from '../../../../src/domain/geo/geo.ts'
import { PlaceLine } from '../../../../src/features/tracking/fleet/device-card.tsx'
import { createFleet } from '../../../../src/features/tracking/fleet/fleet-store.ts'
import { PlacingForm } from '../../../../src/features/tracking/fleet/placing-form.tsx'
import type { Placing } from '../../../../src/features/tracking/fleet/use-place-device.ts'
import { fakeBackEnd } from '../../../fakes/fake-back-end.ts'
import { renderScreen } from '../../../resource/render-screen.tsx'

beforeEach(() => {
  localStorage.clear()
  fakeBackEnd([{ entity: deviceGroup, rows: [] }])
})

describe('the line about its place', () => {
  const show = async (installed: boolean, place?: Place) => {
    const fleet = createFleet(undefined, !installed)
    const columns = packFleet({
      ids: [1],
      kinds: ['helmet'],
      states: ['online'],
      lifecycles: ['bound'],
      longitudes: [null],
      latitudes: [null],
      accuracies: [0],
      positionAts: [0],
      groupIds: [null],
      departmentIds: [null],
      batteries: [50],
      footRings: [null],
    })
    fleet.load({ at: 1, imeis: ['1'], names: ['Helmet'], wearers: [''], columns: unpackFleet(columns, 1) })
    if (place)
      fleet.apply({ code: 'state', at: 2, devices: [{ id: 1, imei: '1', ...place, positionAt: Date.now() }] })
    await renderScreen(<PlaceLine fleet={fleet} slot={0} />)
  }

  test('where nobody put it on the map it says nothing of what it reported', async () => {
    await show(true)
    await expect.element(page.getByText(/Nobody has placed it on the map yet/)).toBeVisible()
    await expect.element(page.getByText(/not reported one/)).not.toBeInTheDocument()
  })

  test('on the live map none was reported', async () => {
    await show(false)
    await expect.element(page.getByText(/it has not reported one yet/)).toBeVisible()
  })

  test('what was put there just now was put there, not reported', async () => {
    await show(true, { latitude: 31, longitude: 121 })
    await expect.element(page.getByText('Where it was installed')).toBeVisible()
  })
})

describe('the form', () => {
  const saved: Placing[] = []
  function Form({ from }: { from: Place }) {
    const [at, setAt] = useState<Place | undefined>(from)
    return (
      <PlacingForm
        row={{ id: 1, version: 0, name: 'Helmet' }}
        at={at}
        present={undefined}
        onAt={setAt}
        onSave={async placing => {
          saved.push(placing)
          return true
        }}
        onCancel={() => undefined}
      />
    )
  }

  test.each(['180', '-180', '90.5'])('a latitude of %s is told at its field and never sent', async typed => {
    await renderScreen(<Form from={{ latitude: 31, longitude: 121 }} />)
    const field = page.getByRole('textbox', { name: 'Latitude' })
    const save = page.getByRole('button', { name: 'Save the place' })
    await expect.element(save).toBeEnabled()
    await field.fill(typed)
    await expect.element(page.getByText('From -90 to 90 degrees')).toBeVisible()
    await expect.element(save).toBeDisabled()
    await field.fill('90')
    await expect.element(save).toBeEnabled()
    expect(saved).toEqual([])
  })
})
