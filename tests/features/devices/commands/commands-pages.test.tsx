// Pages of orders: what may be ticked, what is asked before, what is sent, how the result reads.
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import '../../../../src/resource/later-error-words.ts'
import type { PageQuery } from '../../../../src/contract/entity-endpoints.ts'
import { commandBatch, deviceCommand } from '../../../../src/domain/device/command.ts'
import { device } from '../../../../src/domain/device/device.ts'
import { carryDevices, takeCarriedDevices } from '../../../../src/features/devices/carried-devices.ts'
import { CommandLinks } from '../../../../src/features/devices/commands/command-links.tsx'
import { DistributePage } from '../../../../src/features/devices/commands/distribute-page.tsx'
import { RandomCheckPage } from '../../../../src/features/devices/commands/random-check-page.tsx'
import { SwitchPage } from '../../../../src/features/devices/commands/switch-page.tsx'
import { VoicePage } from '../../../../src/features/devices/commands/voice-page.tsx'
import { type FakeBackEnd, fakeBackEnd } from '../../../fakes/fake-back-end.ts'
import { renderScreen } from '../../../resource/render-screen.tsx'
import { deviceRow } from '../device-row.ts'

const at = Date.now() - 60_000
const breaker = (id: number, more: Partial<Parameters<typeof deviceRow>[1]> = {}) =>
  deviceRow(at, {
    id,
    imei: `86604005321${1000 + id}`,
    name: `Breaker ${id}`,
    kind: 'breaker',
    installLocation: `Cellar ${id}`,
    signal: null,
    battery: null,
    mainsPower: true,
    closed: true,
    locked: false,
    switchControl: 'manual',
    ...more,
  })
const batch = {
  id: 9,
  version: 1,
  createdAt: at,
  updatedAt: at,
  kind: 'check',
  input: null,
  target: 'Crane crew',
  groupId: 4,
  total: 2,
  pending: 0,
  done: 1,
  failed: 1,
  refused: [{ deviceId: 5, imei: '866040053211005', deviceName: 'Watch 5', reason: 'device.offline' }],
  userName: 'Mei',
}
const order = (id: number, state: string, reason: string | null) => ({
  id,
  version: 1,
  createdAt: at,
  updatedAt: at,
  deviceId: id,
  imei: `86604005321${1000 + id}`,
  deviceName: `Watch ${id}`,
  batchId: 9,
  kind: 'check',
  input: null,
  state,
  reason,
  userName: 'Mei',
  sentAt: at,
  finishedAt: at,
  expiresAt: at,
  attempts: 1,
})

let server: FakeBackEnd
beforeEach(async () => {
  await page.viewport(1280, 1000)
  localStorage.clear()
  server = fakeBackEnd([
    {
      entity: device,
      rows: [breaker(1), breaker(2, { locked: true }), breaker(3, { state: 'offline' })],
    },
    { entity: commandBatch, rows: [batch] },
    { entity: deviceCommand, rows: [order(1, 'done', null), order(2, 'expired', null)] },
  ])
})
const sentTo = (path: string) => server.askedFor(path)

test('a breaker is cut off after a question that names it and its place; what cannot be is said why', async () => {
  server.answer('order/switch', { batchId: 9, orders: 1, refused: 0 })
  const screen = await renderScreen(<SwitchPage variant="cutoff" search={{}} />)
  await expect.element(page.getByText('Locked: unlock it first')).toBeVisible()
  await expect.element(page.getByText('Device not online')).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Breaker 2' })).toBeDisabled()
  await expect.element(page.getByRole('checkbox', { name: 'Breaker 3' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Breaker 1' }).click()
  await page.getByRole('button', { name: 'Cut off' }).click()
  const question = page.getByRole('dialog')
  await expect.element(question.getByText('Breaker 1')).toBeVisible()
  await expect.element(question.getByText('Cellar 1')).toBeVisible()
  expect(sentTo('order/switch')).toEqual([])
  await question.getByRole('button', { name: 'Cut off' }).click()
  await expect.poll(() => screen.search()).toEqual({ batch: 9 })
  expect(sentTo('order/switch')).toMatchObject([
    { deviceIds: [1], order: { kind: 'switch', input: { mode: 'singleOff' } } },
  ])
})

test('who may not switch is told so, and sees no button', async () => {
  await renderScreen(<SwitchPage variant="close" search={{}} />, { permissions: ['device.read'] })
  await expect.element(page.getByText('You can look, but not send commands here')).toBeVisible()
  expect(page.getByRole('button', { name: 'Close' }).elements()).toHaveLength(0)
})

test('only ticked settings are sent, and crossed limits are stopped at the field', async () => {
  server.answer('order/settings', { batchId: 9, orders: 1, refused: 0 })
  await renderScreen(<DistributePage search={{ devices: '1' }} />)
  await page.getByRole('checkbox', { name: /^Heart rate bpm/ }).click()
  await page.getByLabelText('Lower').fill('90')
  await page.getByLabelText('Upper').fill('80')
  await page.getByRole('button', { name: 'Check and send' }).click()
  await expect.element(page.getByText('The lower limit must be below the upper one')).toBeVisible()
  await page.getByLabelText('Lower').fill('')
  await page.getByRole('checkbox', { name: /^Alarm lasts/ }).click()
  await page.getByRole('button', { name: 'Check and send' }).click()
  await expect.element(page.getByText('Must not be empty')).toBeVisible()
  await page.getByRole('textbox', { name: 'Alarm lasts' }).fill('30')
  await page.getByRole('button', { name: 'Check and send' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect
    .poll(() => sentTo('order/settings'))
    .toMatchObject([{ deviceIds: [1], settings: { limits: { heartRate: { upper: 80 } }, alarmSeconds: 30 } }])
})

test('a device of the address that cannot be loaded is said to be missing, and comes when it can be', async () => {
  server.refuse('device/get', { id: 'row.unknown' })
  await renderScreen(<DistributePage search={{ devices: '3,1' }} />)
  const told = page.getByRole('alert')
  await expect.element(told.getByText(/^1 of the 2 devices you came with/)).toBeVisible()
  await expect.element(page.getByText('Breaker 1 · 1001')).toBeVisible()
  expect(page.getByText('Breaker 3 · 1003').elements()).toHaveLength(0)
  await told.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Breaker 3 · 1003')).toBeVisible()
  await expect.element(told).not.toBeInTheDocument()
})

test('an empty text is not sent', async () => {
  await renderScreen(<VoicePage search={{ devices: 1 }} />)
  await page.getByRole('button', { name: 'Speak' }).click()
  await expect.element(page.getByText('Content to send must not be empty')).toBeVisible()
  expect(sentTo('order/send')).toEqual([])
})

test('a text is spoken once, however quickly the answer comes between two clicks', async () => {
  server.answer('order/send', { batchId: 9, orders: 1, refused: 0 })
  const screen = await renderScreen(<VoicePage search={{ devices: 1 }} />)
  await page.getByRole('textbox', { name: 'Text to speak' }).fill('Come down')
  const speak = page.getByRole('button', { name: 'Speak', exact: true })
  await speak.click()
  await expect.poll(() => screen.search()).toMatchObject({ batch: 9 })
  await expect.element(speak).toBeEnabled()
  const again = (detail: number) =>
    speak.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
  again(2)
  expect(sentTo('order/send')).toHaveLength(1)
  again(1)
  await expect.poll(() => sentTo('order/send')).toHaveLength(2)
})

test('a check shows who answered, who did not and who was not asked', async () => {
  await renderScreen(<RandomCheckPage search={{ batch: 9 }} />)
  const board = page.getByRole('region', { name: 'Result' })
  await expect.element(board.getByText('1 of 2')).toBeVisible()
  await expect.element(board.getByRole('link', { name: 'Watch 1' })).toBeVisible()
  await expect.element(board.getByText('Not sent to 1 device')).toBeVisible()
  await expect.element(board.getByText('Device not online')).toBeVisible()
  server.refuse('order/send', { id: 'field.tooBig', field: 'sample', params: { max: 3 } })
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect.element(page.getByText('No more than 3 devices there can answer')).toBeVisible()
})

test('what was to be said is said again as it was, be it a text or a welcome', async () => {
  server.answer('order/send', { batchId: 10, orders: 1, refused: 0 })
  server.answer('order/settings', { batchId: 10, orders: 1, refused: 0 })
  const again = page.getByRole('button', { name: 'Try 1 again' })
  server.answer('commandBatch/get', { ...batch, kind: 'speak', input: { text: 'Come down' } })
  await renderScreen(<VoicePage search={{ batch: 9 }} />)
  await again.click()
  await expect
    .poll(() => sentTo('order/send'))
    .toMatchObject([{ deviceIds: [2], order: { kind: 'speak', input: { text: 'Come down' } } }])
  await cleanup()
  server.answer('commandBatch/get', { ...batch, kind: 'settings', input: { welcomeMessage: 'Helmet on' } })
  await renderScreen(<VoicePage search={{ batch: 9 }} />)
  await again.click()
  await expect
    .poll(() => sentTo('order/settings'))
    .toMatchObject([{ deviceIds: [2], settings: { welcomeMessage: 'Helmet on' } }])
  expect(sentTo('order/send')).toHaveLength(1)
})

test('a crowd that a list has found comes along by its filter, as far as it can take the command', async () => {
  server
    .rows('device')
    .push(
      ...Array.from({ length: 1200 }, (_, at) =>
        breaker(100 + at, { kind: at < 1100 ? 'helmet' : 'camera' }),
      ),
    )
  await renderScreen(<DistributePage search={{ found: { kind: 'helmet' } }} />)
  await expect.element(page.getByText(/^1,000 devices are chosen/)).toBeVisible()
  await expect.element(page.getByText(/1,100 devices match; an order goes to at most 1,000/)).toBeVisible()
  expect(server.askedFor('device/page')).toHaveLength(2)
})

test('more devices than an address names are taken along; after a reload it says that they are forgotten', async () => {
  carryDevices(Array.from({ length: 150 }, (_, at) => breaker(500 + at)))
  await renderScreen(<DistributePage search={{ carried: true }} />)
  await expect.element(page.getByText(/^150 devices are chosen/)).toBeVisible()
  await cleanup()
  await renderScreen(<DistributePage search={{ carried: true }} />)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/no longer available/)
})

test('all that a search finds are ticked at once, a thousand at most', async () => {
  server.rows('device').push(...Array.from({ length: 1010 }, (_, at) => breaker(100 + at)))
  await renderScreen(<DistributePage search={{}} />)
  await page.getByRole('button', { name: 'Choose from the list' }).click()
  await page.getByRole('button', { name: 'Choose the first 1,000 found' }).click()
  await expect.element(page.getByText(/^1,000 devices are chosen/)).toBeVisible()
})

test('a list leads to the orders with all that was chosen: by name, taken along beyond a hundred, or by its filter', async () => {
  const devices = Array.from({ length: 101 }, (_, at) => breaker(500 + at))
  const link = () => page.getByRole('link', { name: 'Distribute settings' })
  const leads = async (part: number, found?: PageQuery) => {
    await renderScreen(<CommandLinks devices={devices.slice(0, part)} found={found} />)
    link()
      .element()
      .addEventListener('click', event => event.preventDefault())
    await link().click()
    const href = link().element().getAttribute('href')
    await cleanup()
    return href
  }
  expect(await leads(100)).toMatch(/^#\/distribute\?devices=500,501,.*,599$/)
  expect(takeCarriedDevices()).toEqual([])
  expect(await leads(101)).toBe('#/distribute?carried=true')
  expect(takeCarriedDevices()).toHaveLength(101)
  const found = decodeURIComponent(String(await leads(101, { kind: ['breaker'], q: 'north', page: 2 })))
  expect(found).toBe('#/distribute?found={"kind":"breaker","q":"north"}')
})
