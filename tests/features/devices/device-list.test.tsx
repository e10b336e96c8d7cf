// The list of devices: what a form can change of a device, and what the panel of a door leads with.
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { alarm } from '../../../src/domain/alarm/alarm.ts'
import { deviceCategory, deviceGroup, product } from '../../../src/domain/device/catalogue.ts'
import { device } from '../../../src/domain/device/device.ts'
import { deviceView } from '../../../src/features/devices/device.view.tsx'
import { WithAction } from '../../../src/features/devices/further-actions.tsx'
import { ListPage } from '../../../src/resource/list-page.tsx'
import { type FakeBackEnd, fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { renderScreen } from '../../resource/render-screen.tsx'
import { deviceRow } from './device-row.ts'

let server: FakeBackEnd

beforeEach(async () => {
  await page.viewport(1440, 900)
  localStorage.clear()
  server = fakeBackEnd([
    {
      entity: device,
      rows: [
        deviceRow(Date.now(), { id: 1, imei: '866040053214418', name: 'North gate', kind: 'doorUnit' }),
        deviceRow(Date.now(), {
          ...{ id: 2, imei: '866040053214419', name: 'Helmet 2', departmentId: 1 },
          ...{ indoorImage: null, sku: '{"code":"H-1","batch":7,"imgSrc":"/files/old"}' },
        }),
      ],
    },
    { entity: alarm, rows: [] },
    { entity: deviceCategory, rows: [] },
    { entity: deviceGroup, rows: [] },
    { entity: product, rows: [] },
  ])
  for (const path of ['device/timeline', 'device/steps', 'reading/latest']) server.answer(path, [])
})

const screen = (
  <WithAction of={() => <button type="button">Unlock</button>}>
    <ListPage view={deviceView} />
  </WithAction>
)

test('the first thing that the panel of a door offers is to open it; others offer no such thing there', async () => {
  await renderScreen(screen, { address: '/?open=1' })
  const panel = (name: string) => page.getByRole('complementary', { name })
  await expect.element(panel('North gate').getByRole('button', { name: 'Unlock' })).toBeVisible()
  const offers = panel('North gate')
    .getByRole('button')
    .elements()
    .map(button => button.textContent ?? '')
  const things = offers.filter(text => /[a-z]/i.test(text) && !/^8660/.test(text))
  expect(things[0]).toBe('Unlock')
  expect(things.filter(text => text === 'Unlock')).toHaveLength(1)
})

test('SKU, the picture of the product and the one of its place are fields of the form', async () => {
  await renderScreen(screen, { address: '/?form=2' })
  await expect.element(page.getByText('Indoor image')).toBeInTheDocument()
  await expect.element(page.getByText('Product and card')).toBeVisible()
  page.getByText('Product and card').element().closest('details')?.setAttribute('open', '')
  const code = page.getByRole('textbox', { name: 'SKU' })
  await expect.element(code).toHaveValue('H-1')
  await expect.element(page.getByText('Product image')).toBeVisible()
  await code.fill('H-2')
  await page.getByRole('button', { name: 'Remove' }).last().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.askedFor('device/save')).toHaveLength(1)
  // What else the text holds is not the console's to lose.
  expect(server.askedFor('device/save')[0]).toMatchObject({ id: 2, sku: '{"batch":7,"code":"H-2"}' })
})
