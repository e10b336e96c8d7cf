// What is confidential of a person on the page: masked, shown with a reason that goes along, and an unknown strap said as unknown.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Person } from '../../../src/features/supervision/person.ts'
import { Secrets } from '../../../src/features/supervision/secrets.tsx'
import { StrapBadge } from '../../../src/features/supervision/strap-badge.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const person: Person = {
  ...{ id: 7, version: 1, createdAt: 1, updatedAt: 1, tenantId: 1, tenantName: 'Town' },
  ...{ name: 'Li Ping', level: 'severe', startOn: '2026-01-01', endOn: '2027-01-01', state: 'supervised' },
  ...{
    maskedIdNumber: '110*************2X',
    maskedPhone: '138****5678',
    deviceId: 3,
    deviceName: 'Bracelet',
  },
  ...{
    imei: '869000000000001',
    wornSince: 1,
    online: true,
    battery: 80,
    footRing: 'tight',
    strap: 'tight',
    lastMessageAt: 1,
  },
  ...{ positionAt: 1, authorisedUntil: '2026-12-31', lastCheckInAt: null, openIncidents: 0, dueAt: null },
}

let looks: unknown[]
const server: typeof fetch = async (_, init) => {
  looks.push(typeof init?.body === 'string' ? JSON.parse(init.body) : {})
  const none = { email: null, guardianPhone: null, emergencyName: null, emergencyPhone: null }
  const data = {
    ...none,
    ...{ idNumber: '11010519491231002X', birthDate: null, nativePlace: null, phone: '13812345678' },
    ...{ crimeType: 4, reason: 'secret ground', emergencyAddress: null },
  }
  return new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
}

beforeEach(() => {
  looks = []
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(() => endSession('logout'))

test('is masked, asks for a reason, sends it along, and is hidden again', async () => {
  await renderScreen(<Secrets person={person} />, { permissions: ['monitoredPerson.confidential'] })
  await expect.element(page.getByText('110*************2X')).toBeVisible()
  await page.getByRole('button', { name: 'Show what is confidential' }).click()
  const show = page.getByRole('button', { name: 'Show', exact: true })
  await expect.element(show).toBeDisabled()
  await page.getByRole('textbox').fill('  visit of the family ')
  await show.click()
  await expect.element(page.getByText('11010519491231002X')).toBeVisible()
  await expect.element(page.getByText('Category 4')).toBeVisible()
  expect(looks).toEqual([{ id: 7, reason: 'visit of the family' }])
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect.element(page.getByText('secret ground')).not.toBeInTheDocument()
})

test('is offered to nobody without the right of its own', async () => {
  await renderScreen(<Secrets person={person} />, { permissions: ['monitoredPerson.read'] })
  await expect.element(page.getByText('The rest is confidential.')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Show what is confidential' }))
    .not.toBeInTheDocument()
})

test.each([
  ['Tight', {}],
  ['Loose', { footRing: 'loose', online: false }],
  ['Unknown', { footRing: 'tight', online: false }],
  ['Unknown', { footRing: null }],
] as const)('a strap is %s of %o', async (said, more) => {
  await renderScreen(<StrapBadge person={{ ...person, ...more }} />)
  await expect.element(page.getByText(said)).toBeVisible()
})
