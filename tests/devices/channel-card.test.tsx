// The card of a transparent device: what was sent is told in words, and what is no payload is not sent.
import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { device } from '../../src/domain/device/device.ts'
import { ChannelCard } from '../../src/features/devices/readings/channel-card.tsx'
import { CallError } from '../../src/platform/call-error.ts'
import { fakeBackEnd } from '../fakes/fake-back-end.ts'
import { renderScreen } from '../resource/render-screen.tsx'
import { deviceRow } from './device-row.ts'

const imei = '866040053211001'

test('a payload that went out is said to be sent; an empty or half one is told at its field', async () => {
  const row = deviceRow(Date.now(), { id: 1, imei, name: 'Meter', state: 'online', transparent: true })
  const server = fakeBackEnd([{ entity: device, rows: [row] }])
  server.answer('device/channel', [])
  server.answer('device/sendPayload', { commandId: 5 })
  const { told } = await renderScreen(<ChannelCard device={row} />)
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
    .poll(() => told.map(({ message }) => (message instanceof CallError ? '' : i18n._(message))))
    .toEqual(['Sent successfully'])
  expect(server.askedFor('device/sendPayload')).toEqual([{ imei, payload: { form: 'hex', data: '0103' } }])
  await expect.element(payload).toHaveValue('')
})
