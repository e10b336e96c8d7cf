// What a visitor meets of a list: nothing to search, sort or choose by that is hidden, and no panel that asks for more.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../src/resource/later-error-words.ts'
import { device } from '../../src/domain/device/device.ts'
import { fieldsForVisitors, visitorPermissions } from '../../src/domain/visitor.ts'
import { deviceView } from '../../src/features/devices/device.view.tsx'
import { ListPage } from '../../src/resource/list-page.tsx'
import { fakeBackEnd } from '../fakes/fake-back-end.ts'
import { deviceRow } from '../features/devices/device-row.ts'
import { renderScreen } from './render-screen.tsx'

test('a visitor reads the list and its panel, and neither asks for what is hidden', async () => {
  await page.viewport(1280, 800)
  const rows = [deviceRow(Date.now(), { id: 5, imei: '000000000000005', name: '#5' })]
  const server = fakeBackEnd([{ entity: device, rows }])
  await renderScreen(<ListPage view={deviceView} />, {
    permissions: [...visitorPermissions],
    facts: { visitor: true },
  })
  const name = page.getByText('#5', { exact: true }).first()
  await expect.element(name).toBeVisible()
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
  await expect.element(page.getByRole('columnheader', { name: 'Wearer' })).not.toBeInTheDocument()
  await name.click()
  await expect.element(page.getByText('Added', { exact: true }).last()).toBeVisible()
  await expect.element(page.getByText('000000000000005')).not.toBeInTheDocument()
  expect(new Set(server.asked.map(({ path }) => path))).toEqual(new Set(['device/page']))
  for (const asked of server.askedFor('device/page')) {
    const { sort } = asked as { sort: string }
    expect(fieldsForVisitors('device')).toContain(sort.replace(/^-/, ''))
  }
})

test('with an account the same list is whole', async () => {
  await page.viewport(1280, 800)
  fakeBackEnd([
    { entity: device, rows: [deviceRow(Date.now(), { id: 5, imei: '861234567890123', name: 'Gate' })] },
  ])
  await renderScreen(<ListPage view={deviceView} />)
  await expect.element(page.getByRole('searchbox')).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Wearer' })).toBeVisible()
})
