// Secrets for many devices: what is wanted, how far it is, what is kept of it, and who is offered it.
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { alarm } from '../../../src/domain/alarm/alarm.ts'
import { deviceCategory, deviceGroup, product } from '../../../src/domain/device/catalogue.ts'
import { device } from '../../../src/domain/device/device.ts'
import { deviceView } from '../../../src/features/devices/device.view.tsx'
import { SecretsDrawer } from '../../../src/features/devices/secrets/secrets-drawer.tsx'
import { ListPage } from '../../../src/resource/list-page.tsx'
import { type FakeBackEnd, fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { renderScreen } from '../../resource/render-screen.tsx'
import { deviceRow } from './device-row.ts'

let server: FakeBackEnd
let closed = 0

const made = (id: number) => ({ id, imei: `86000000000000${id}`, name: `Helmet ${id}` })

beforeEach(async () => {
  await page.viewport(1440, 900)
  localStorage.clear()
  closed = 0
  server = fakeBackEnd([
    { entity: device, rows: [1, 2].map(id => deviceRow(Date.now(), made(id))) },
    ...[alarm, deviceCategory, deviceGroup, product].map(entity => ({ entity, rows: [] })),
  ])
})

const drawer = <SecretsDrawer devices={[{ id: 1 }, { id: 2 }]} onClose={() => closed++} />

test('secrets are made for the chosen devices, shown once, and not thrown away by a slip', async () => {
  server.answer('device/newSecrets', { list: [1, 2].map(id => ({ ...made(id), secret: `s3cr3t-${id}` })) })
  await renderScreen(drawer)
  await page.getByRole('button', { name: 'Make 2 secrets' }).click()
  await expect.element(page.getByText('s3cr3t-2').first()).toBeVisible()
  expect(server.askedFor('device/newSecrets')).toEqual([{ ids: [1, 2], overlapHours: 24 }])
  await expect.element(page.getByRole('status').getByText('2 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).first().click()
  await expect.element(page.getByText('Close without keeping them?')).toBeVisible()
  expect(closed).toBe(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  await page.getByRole('button', { name: 'Close' }).first().click()
  expect(closed).toBe(1)
})

test('codes are made in their place', async () => {
  server.answer('device/claimCodes', {
    list: [1, 2].map(id => ({ ...made(id), code: `ABCD${id + 1}-EFGHJ`, expiresAt: Date.now() + 1000 })),
  })
  await renderScreen(drawer)
  await page.getByText('Claim codes').click()
  await page.getByRole('button', { name: 'Make 2 codes' }).click()
  await expect.element(page.getByText('ABCD2-EFGHJ').first()).toBeVisible()
  expect(server.askedFor('device/claimCodes')).toEqual([{ ids: [1, 2], hours: 24 }])
})

test('what fails half-way can be gone on with, and who has no right is not offered it', async () => {
  await renderScreen(drawer)
  await page.getByRole('button', { name: 'Make 2 secrets' }).click()
  server.answer('device/newSecrets', { list: [1, 2].map(id => ({ ...made(id), secret: `s3cr3t-${id}` })) })
  await page.getByRole('button', { name: 'Make 2 secrets' }).click()
  await expect.element(page.getByText('s3cr3t-1').first()).toBeVisible()
})

test('only who may make secrets is offered it in the list', async () => {
  await renderScreen(<ListPage view={deviceView} />, { permissions: ['device.read', 'device.command'] })
  await page.getByRole('checkbox').nth(1).click()
  await expect.element(page.getByText('Play a sound')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Secrets' })).not.toBeInTheDocument()
})
