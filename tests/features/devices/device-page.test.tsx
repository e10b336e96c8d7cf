// The page of one device: settings against what it reported, the queue of commands, what is refused to whom.
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../../src/resource/later-error-words.ts'
import { alarm } from '../../../src/domain/alarm/alarm.ts'
import { deviceCommand } from '../../../src/domain/device/command.ts'
import { device } from '../../../src/domain/device/device.ts'
import { DevicePage } from '../../../src/features/devices/device-page.tsx'
import { draftPlace, dropDrafts } from '../../../src/resource/drafts.ts'
import { type FakeBackEnd, fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { renderScreen } from '../../resource/render-screen.tsx'
import { signIn } from '../../resource/sign-in.ts'
import { deviceRow } from './device-row.ts'

const imei = '866040053214418'
const at = Date.now() - 60_000
const row = deviceRow(at, {
  id: 12,
  version: 3,
  imei,
  name: 'Helmet 0418',
  categoryName: 'Helmets',
  wearerName: 'Li Wei',
  state: 'abnormal',
  battery: 9,
  boundTo: 'Li Wei',
  boundAt: at,
})
const order = {
  id: 5,
  version: 1,
  createdAt: at,
  updatedAt: at,
  deviceId: 12,
  imei,
  kind: 'speak',
  input: { text: 'Leave the building' },
  state: 'waiting',
  reason: null,
  userName: 'Mei',
  batchId: null,
  attempts: 0,
  sentAt: null,
  finishedAt: null,
  expiresAt: at + 3_600_000,
}

let server: FakeBackEnd

beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  dropDrafts()
  server = fakeBackEnd([
    { entity: device, rows: [row] },
    { entity: deviceCommand, rows: [order] },
    { entity: alarm, rows: [] },
  ])
  server.answer('reading/latest', [{ kind: 'heartRate', value: 131, at }])
  server.answer('reading/series', { kind: 'heartRate', times: [at - 60_000, at], values: [88, 131] })
  server.answer('settings/get', {
    desired: { limits: { heartRate: { upper: 120 } }, positionMinutes: 5 },
    reported: { limits: { heartRate: { upper: 110 } }, positionMinutes: 5 },
    desiredAt: at,
    reportedAt: at,
  })
  server.answer('device/timeline', [])
  server.answer('device/steps', [])
})

test('shows what is wrong, and where the device differs from what is wanted', async () => {
  await renderScreen(<DevicePage search={{ imei }} />)
  await expect.element(page.getByRole('heading', { name: 'Helmet 0418' })).toBeVisible()
  await expect.element(page.getByText('Abnormal').first()).toBeVisible()
  await expect.element(page.getByText('Device: 110')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Heart rate\s*131/ })).toBeVisible()
})

test('settings are checked before they are sent, and sent whole', async () => {
  server.answer('settings/save', { commandId: 9 })
  await renderScreen(<DevicePage search={{ imei }} />)
  const limit = page.getByRole('group', { name: 'Heart rate' })
  await limit.getByRole('textbox', { name: 'Lower' }).fill('125')
  await page.getByRole('button', { name: 'Save and send' }).click()
  await expect.element(page.getByText('The lower limit must be below the upper one')).toBeVisible()
  expect(server.askedFor('settings/save')).toEqual([])
  await limit.getByRole('textbox', { name: 'Lower' }).fill('45')
  await page.getByRole('button', { name: 'Save and send' }).click()
  await expect
    .poll(() => server.askedFor('settings/save'))
    .toEqual([
      {
        imei,
        settings: {
          limits: { heartRate: { lower: 45, upper: 120 } },
          positionMinutes: 5,
          contacts: [],
          allowedNumbers: [],
          blockedNumbers: [],
        },
      },
    ])
})

test('what was changed of the settings is there again, over what others set meanwhile', async () => {
  const lower = () => page.getByRole('group', { name: 'Heart rate' }).getByRole('textbox', { name: 'Lower' })
  const upper = () => page.getByRole('group', { name: 'Heart rate' }).getByRole('textbox', { name: 'Upper' })
  signIn(['*'])
  draftPlace(`settings-${imei}`).write({ 'limits.heartRate.lower': '45', elsewhere: 'x' })
  await renderScreen(<DevicePage search={{ imei }} />)
  await expect.element(lower()).toHaveValue('45')
  await expect.element(upper()).toHaveValue('120')
  await expect.element(page.getByText(/What you entered last time is still here/)).toBeVisible()
  await upper().fill('130')
  expect(draftPlace(`settings-${imei}`).read()).toEqual({
    'limits.heartRate.lower': '45',
    'limits.heartRate.upper': '130',
  })
  await page.getByRole('button', { name: 'Undo the changes' }).click()
  await expect.element(lower()).toHaveValue('')
  expect(draftPlace(`settings-${imei}`).read()).toBe(undefined)
})

test('a waiting command can be cancelled after a question', async () => {
  await renderScreen(<DevicePage search={{ imei }} />)
  await expect.element(page.getByText('Leave the building')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel the command' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the command' }).click()
  await expect.poll(() => server.askedFor('deviceCommand/cancel')).toEqual([{ ids: [5] }])
})

test('speaking wants a text', async () => {
  await renderScreen(<DevicePage search={{ imei }} />)
  await page.getByRole('button', { name: 'Speak' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Speak' }).click()
  await expect.element(dialog.getByText('Must not be empty')).toBeVisible()
  await dialog.getByRole('textbox').fill('Come down')
  await dialog.getByRole('button', { name: 'Speak' }).click()
  await expect
    .poll(() => server.askedFor('device/speak'))
    .toEqual([{ ids: [12], input: { text: 'Come down' } }])
})

test('a new secret is asked for twice and shown once', async () => {
  server.answer('device/newSecret', { secret: 's3cr3t-s3cr3t' })
  await renderScreen(<DevicePage search={{ imei }} />)
  await page.getByRole('button', { name: 'New secret' }).click()
  expect(server.askedFor('device/newSecret')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
  await expect.element(page.getByText('s3cr3t-s3cr3t')).toBeVisible()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect.element(page.getByText('s3cr3t-s3cr3t')).not.toBeInTheDocument()
})

test('who may only read can change nothing', async () => {
  await renderScreen(<DevicePage search={{ imei }} />, { permissions: ['device.read'] })
  await expect.element(page.getByRole('heading', { name: 'Helmet 0418' })).toBeVisible()
  for (const name of ['Speak', 'New secret', 'More actions', 'Save and send']) {
    expect(page.getByRole('button', { name }).elements()).toHaveLength(0)
  }
  await expect
    .element(page.getByRole('group', { name: 'Heart rate' }).getByRole('textbox', { name: 'Upper' }))
    .toBeDisabled()
})

test('an unknown device says so', async () => {
  await renderScreen(<DevicePage search={{ imei: '866040050000000' }} />)
  await expect.element(page.getByText('There is no such device')).toBeVisible()
})

test.each([390, 1024, 1440])('has a way back at %i, also for who came by a link', async width => {
  await page.viewport(width, 900)
  const shown = await renderScreen(<DevicePage search={{ imei }} />)
  await expect.element(page.getByRole('heading', { name: 'Helmet 0418' })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect.poll(shown.path).toBe('/DeviceList')
})

test('without the network and with nothing kept it says so, and is there when the network is', async () => {
  server.cut()
  await renderScreen(<DevicePage search={{ imei }} />)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/No connection to the server/)
  server.mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'Helmet 0418' })).toBeVisible()
})
