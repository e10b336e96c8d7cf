// The card of a transparent channel: what went through with its time and form, and sending for who may.
import { i18n } from '@lingui/core'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ChannelCard } from '../../../../src/features/devices/readings/channel-card.tsx'
import { RequestError } from '../../../../src/platform/request-error.ts'
import { formatMoment } from '../../../../src/ui/locale.ts'
import { type FakeBackEnd, fakeBackEnd } from '../../../fakes/fake-back-end.ts'
import { renderScreen } from '../../../resource/render-screen.tsx'
import { deviceRow } from '../device-row.ts'

const imei = '866040053214418'
const at = Date.UTC(2026, 10, 20, 8)
const relay = deviceRow(at, { id: 1, imei, name: 'Relay', kind: 'dtu', transparent: true })
let server: FakeBackEnd

beforeEach(() => {
  server = fakeBackEnd([])
  server.answer('device/channel', [
    {
      key: 'b',
      direction: 'out',
      at,
      form: 'json',
      data: '{"on":1}',
      state: 'done',
      reason: null,
      userName: 'Mei',
    },
    {
      key: 'a',
      direction: 'in',
      at: at - 1000,
      form: 'hex',
      data: '0103ff',
      state: null,
      reason: null,
      userName: null,
    },
  ])
  server.answer('device/sendPayload', { commandId: 9 })
})

test('shows payloads in and out with their time and form', async () => {
  await renderScreen(<ChannelCard device={relay} />, { permissions: ['device.read'] })
  const rows = page.getByRole('listitem')
  await expect.element(rows.first()).toMatchTextContent(/JSON.*Mei.*\{"on":1\}/)
  await expect.element(rows.first()).toMatchTextContent(formatMoment(at))
  await expect.element(rows.nth(1)).toMatchTextContent(/HEX.*01 03 FF/)
  await expect.element(rows.nth(1).getByLabelText('From the device')).toBeInTheDocument()
  await expect.element(rows.first().getByLabelText('To the device')).toBeInTheDocument()
})

test('who may not send sees no form', async () => {
  await renderScreen(<ChannelCard device={relay} />, { permissions: ['device.read'] })
  await expect.element(page.getByRole('listitem').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send' })).not.toBeInTheDocument()
})

test('who may sends, in the form chosen, what fits it', async () => {
  await renderScreen(<ChannelCard device={relay} />, { permissions: ['device.read', 'device.raw'] })
  const payload = page.getByRole('textbox', { name: 'Payload' })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByText('Content to send must not be empty')).toBeVisible()
  await payload.fill('01 0')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByText('Hex has two digits from 0 to F a byte')).toBeVisible()
  expect(server.askedFor('device/sendPayload')).toEqual([])
  await payload.fill('01 0a')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect
    .poll(() => server.askedFor('device/sendPayload'))
    .toEqual([{ imei, payload: { form: 'hex', data: '010a' } }])
})

test('to a device that is away nothing is sent, and it says so', async () => {
  await renderScreen(<ChannelCard device={{ ...relay, state: 'offline' }} />)
  await expect.element(page.getByText('The device is offline. Nothing is sent later.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled()
})

test('a payload that went out is said to be sent; an empty or half one is told at its field', async () => {
  const { told } = await renderScreen(<ChannelCard device={relay} />)
  const send = page.getByRole('button', { name: 'Send' })
  const payload = page.getByRole('textbox', { name: 'Payload' })
  await send.click()
  await expect.element(page.getByText('Content to send must not be empty')).toBeVisible()
  await userEvent.fill(payload, '010')
  await send.click()
  await expect.element(page.getByText('Hex has two digits from 0 to F a byte')).toBeVisible()
  expect(server.askedFor('device/sendPayload')).toEqual([])
  await userEvent.fill(payload, '01 03')
  await send.click()
  await expect
    .poll(() => told.map(({ message }) => (message instanceof RequestError ? '' : i18n._(message))))
    .toEqual(['Sent successfully'])
  expect(server.askedFor('device/sendPayload')).toEqual([{ imei, payload: { form: 'hex', data: '0103' } }])
  await expect.element(payload).toHaveValue('')
})
