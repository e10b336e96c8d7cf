// Calling devices into a room: what is asked for, what is refused, and what came of each.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { CallingPanel, type CallingPanelProps } from '../../../src/features/conference/calling-panel.tsx'
import { imeisOf } from '../../../src/features/conference/room-path.ts'
import { configureHttp } from '../../../src/platform/http.ts'
import '../../../src/resource/later-error-words.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const devices = ['1', '2', '3'].map(end => ({
  imei: `86000000000000${end}`,
  name: `Helmet ${end}`,
  online: end !== '3',
}))
let states: Record<string, string>
let refused: string | undefined
let sent: { path: string; body: Record<string, unknown> }[]

beforeEach(async () => {
  states = {}
  refused = undefined
  sent = []
  await page.viewport(1024, 768)
  configureHttp({
    token: () => 't',
    fetch: async (input, init) => {
      const path = String(input)
      const body = init?.body === undefined ? {} : JSON.parse(String(init.body))
      if (!path.includes('called')) sent.push({ path, body })
      const answer = refused
        ? { code: 1, id: refused, msg: refused }
        : path.includes('conference/called')
          ? {
              code: 0,
              data: Object.entries(states).map(([imei, state]) => ({
                key: `d${imei}`,
                imei,
                until: Date.now() + 20_000,
                state,
              })),
            }
          : path.includes('callOff')
            ? { code: 0, data: { calledOff: body.keys } }
            : { code: 0, data: { called: body.imeis.slice(0, 2), offline: body.imeis.slice(2) } }
      return new Response(JSON.stringify(answer), { headers: { 'Content-Type': 'application/json' } })
    },
  })
})
afterEach(cleanup)

const show = (chosen: CallingPanelProps['chosen'], permissions = ['conference.call', 'conference.join']) =>
  renderScreen(<CallingPanel chosen={chosen} onChosen={() => {}} />, { permissions })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = () => page.getByRole('textbox', { name: 'Room number' })

it('calls those who are chosen into a number of its own, and says what came of each', async () => {
  const screen = await show(devices)
  await expect.element(page.getByText('3 devices chosen')).toBeVisible()
  await field().fill('4711')
  await button('Call').click()
  expect(sent[0]?.body).toEqual({
    imeis: devices.map(({ imei }) => imei),
    hide: false,
    roomId: '4711',
    video: true,
  })
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect.element(line('Helmet 3').getByText('offline')).toBeVisible()
  states = { '860000000000001': 'in', '860000000000002': 'heard' }
  await expect.element(line('Helmet 1').getByText('in the room')).toBeVisible()
  await expect.element(line('Helmet 2').getByText(/^rings/)).toBeVisible()
  await expect.element(page.getByText('1 of 3 are in the room')).toBeVisible()
  states = { '860000000000001': 'in', '860000000000002': 'declined' }
  await expect.element(line('Helmet 2').getByText('declined')).toBeVisible()
  await button('Call the missing again').click()
  await expect.poll(() => sent[1]?.body.imeis).toEqual(['860000000000002', '860000000000003'])
  await button('Enter the room').click()
  expect(screen.path()).toBe('/roOm')
  expect(screen.search()).toEqual({ roomId: 4711 })
})

it('stops calling one or all that still ring, and says so of each', async () => {
  await show(devices)
  await button('Call').click()
  states = { '860000000000001': 'called', '860000000000002': 'heard' }
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await button('Stop calling Helmet 1').click()
  await expect.poll(() => sent.at(-1)).toMatchObject({ body: { keys: ['d860000000000001'] } })
  states = { '860000000000001': 'calledOff', '860000000000002': 'heard' }
  await expect.element(line('Helmet 1').getByText('called off')).toBeVisible()
  await expect.element(button('Stop calling Helmet 1')).not.toBeInTheDocument()
  await button('Stop calling').click()
  await expect.poll(() => sent.at(-1)).toMatchObject({ body: { keys: ['d860000000000002'] } })
  states = { '860000000000001': 'calledOff', '860000000000002': 'calledOff' }
  await expect.element(button('Stop calling')).not.toBeInTheDocument()
  await button('Call the missing again').click()
  await expect.poll(() => sent.at(-1)?.body.imeis).toHaveLength(3)
})

it('enters first and calls from there, by an address that names them', async () => {
  const screen = await show(devices)
  await field().fill('4712')
  await page.getByRole('checkbox', { name: 'With pictures' }).click()
  await page.getByRole('checkbox', { name: 'Show nothing on the devices' }).click()
  await button('Enter the room and call').click()
  expect(screen.path()).toBe('/multiVoice')
  const { imeis, hide } = screen.search()
  expect(imeisOf(imeis)).toEqual(devices.map(({ imei }) => imei))
  expect(hide).toBe(1)
  expect(sent).toEqual([])
})

it('sends nothing without a device, without a room number, or with too many', async () => {
  const { told } = await show([])
  await button('Call').click()
  expect(told.at(-1)).toMatchObject({ kind: 'tip', message: { message: 'Nothing selected' } })
  await cleanup()
  const second = await show(devices)
  await field().fill('')
  await button('Call').click()
  expect(second.told.at(-1)).toMatchObject({ message: { message: 'Enter the room number first' } })
  await cleanup()
  await show(
    Array.from({ length: 16 }, (_, at) => ({
      imei: `8600000000001${at + 10}`,
      name: `H${at}`,
      online: true,
    })),
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent('At most 15 devices can be called at once.')
  await button('Call').click()
  expect(sent).toEqual([])
})

it('says why the server refused, and keeps what was chosen', async () => {
  refused = 'conference.unavailable'
  await show(devices)
  await button('Call').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByText('3 devices chosen')).toBeVisible()
})

it('is not for those without the right', async () => {
  await show(devices, ['conference.join'])
  await expect.element(button('Call')).not.toBeInTheDocument()
})

it('reads no more IMEIs from an address than can be called, and nothing else', () => {
  expect(imeisOf('860000000000001,x,,<b>,860000000000002,')).toEqual(['860000000000001', '860000000000002'])
  expect(imeisOf(Array.from({ length: 20 }, (_, at) => 860000000000000 + at).join())).toHaveLength(15)
  expect(imeisOf(undefined)).toEqual([])
})
