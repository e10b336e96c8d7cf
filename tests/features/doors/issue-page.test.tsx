// Issuing a card: holder, door unit, the wait and its ends, the doors it opens; left and continued; what is refused.

import { useSearch } from '@tanstack/react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { user } from '../../../src/domain/access/access.ts'
import { device } from '../../../src/domain/device/device.ts'
import { doorCard, doorEvent, doorRight } from '../../../src/domain/intercom/door.ts'
import { DoorCardPage } from '../../../src/features/doors/door-card-page.tsx'
import { type FakeBackEnd, type FakeRow, fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { renderScreen } from '../../resource/render-screen.tsx'
import { deviceRow } from '../devices/device-row.ts'

const at = Date.now() - 60_000
const base = { version: 1, createdAt: at, updatedAt: at }
const door = (id: number, name: string, state: 'online' | 'offline') =>
  deviceRow(at, {
    id,
    name,
    imei: `86665200300000${id}`,
    kind: 'doorUnit',
    state,
    installLocation: `Hall ${id}`,
    building: String(id),
    signal: 4,
    battery: null,
    mainsPower: true,
    offlineAt: state === 'offline' ? at : null,
  })
const card = (id: number, holderName: string, more: object = {}): FakeRow => ({
  ...base,
  id,
  holderName,
  building: '2',
  roomNo: '501',
  state: 'draft',
  cardInfo: null,
  deviceId: null,
  deviceName: null,
  writeExpiresAt: null,
  writeFailure: null,
  issuedAt: null,
  issuedBy: null,
  doorCount: 0,
  ...more,
})

/** Somebody else's, at another door. */
const right: FakeRow = {
  ...base,
  id: 21,
  deviceId: 1,
  deviceName: 'North gate',
  cardId: 99,
  holderName: 'Sun Li',
  cardName: 'Sun Li',
  cardInfo: 'FF',
  cardState: 'issued',
  accountName: null,
  residentName: null,
  state: 'active',
  grantedBy: null,
  syncedAt: at,
}

let server: FakeBackEnd
const cardRow = (id: number) => server.rows('doorCard').find(row => row.id === id) ?? card(0, '')
/** What the door unit and the server make of a card, unasked. */
const becomes = (id: number, change: object) =>
  Object.assign(cardRow(id), change, { version: cardRow(id).version + 1 })

beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  watched = []
  server = fakeBackEnd([
    {
      entity: device,
      rows: [
        door(1, 'North gate', 'offline'),
        door(2, 'East gate', 'online'),
        door(3, 'South gate', 'online'),
      ],
    },
    {
      entity: doorCard,
      rows: [
        card(11, 'Li Na'),
        card(12, 'Wang Wei', { state: 'issued', cardInfo: 'AB12CD34', issuedAt: at }),
      ],
    },
    { entity: doorRight, rows: [right] },
    { entity: doorEvent, rows: [] },
    { entity: user, rows: [] },
  ])
})

/** The cards whose orders the page shows. */
let watched: number[]
const watch = (cardId: number) => {
  watched.push(cardId)
  return () => void watched.splice(watched.indexOf(cardId), 1)
}

function Screen() {
  return <DoorCardPage search={useSearch({ strict: false })} onWatch={watch} />
}
const show = (address = '/', permissions?: string[]) =>
  renderScreen(<Screen />, { address, ...(permissions && { permissions }) })
const button = (name: string) => page.getByRole('button', { name })

const startWriting = async (id = 11) => {
  await page.getByRole('radio', { name: /East gate/ }).click()
  await button('Start writing').click()
  await expect.element(page.getByRole('timer')).toBeVisible()
  becomes(id, { deviceName: 'East gate', writeExpiresAt: Date.now() + 55_000 })
}

test('a new holder is saved and leads to the door units', async () => {
  const shown = await show()
  await page.getByRole('textbox', { name: 'Name of the holder' }).fill('Zhao Min')
  await button('Save').click()
  await expect.element(page.getByRole('heading', { name: 'Which door unit writes it?' })).toBeVisible()
  await expect.element(button('Start writing')).toBeDisabled()
  expect(server.askedFor('doorCard/save')).toMatchObject([{ holderName: 'Zhao Min' }])
  expect(shown.search()).toMatchObject({ card: expect.any(Number) })
})

test('a prepared card is chosen from a list', async () => {
  const shown = await show()
  await page.getByRole('radio', { name: /Prepared/ }).click({ force: true })
  await page.getByRole('list', { name: 'Door cards' }).first().getByRole('button', { name: /Li Na/ }).click()
  await expect.poll(shown.search).toMatchObject({ card: 11 })
})

test('door units that are there come first, the others say why they cannot', async () => {
  await show('/?card=11')
  const names = page.getByRole('radio')
  await expect.element(names.first()).toBeEnabled()
  expect(names.elements().map(each => each.closest('label')?.textContent?.slice(0, 10))).toEqual([
    'East gateH',
    'South gate',
    'North gate',
  ])
  await expect.element(page.getByRole('radio', { name: /North gate/ })).toBeDisabled()
  await expect.element(page.getByText(/Offline, seen/)).toBeVisible()
})

describe('while the door unit waits', () => {
  test('a countdown runs until the card has its number; then the doors that it opens', async () => {
    await show('/?card=11')
    await startWriting()
    await expect.poll(() => page.getByRole('timer').element().textContent).toMatch(/^00:[345]\d$/)
    await expect.element(page.getByText(/Hold the empty card to/)).toBeVisible()
    becomes(11, { state: 'issued', cardInfo: '00FF11EE', writeExpiresAt: null, issuedAt: Date.now() })
    await expect.element(page.getByText(/The card is written/)).toBeVisible()
    // The door of the holder's own building is proposed.
    await expect.element(page.getByRole('checkbox', { name: /East gate/ })).toBeChecked()
    await expect.element(page.getByRole('checkbox', { name: /South gate/ })).not.toBeChecked()
    await page.getByRole('checkbox', { name: /South gate/ }).click()
    await button('Let it open these doors').click()
    await expect.element(page.getByText(/Granted/)).toBeVisible()
    expect(server.askedFor('doorRight/save')).toEqual([
      { deviceId: 2, cardId: 11 },
      { deviceId: 3, cardId: 11 },
    ])
    await button('Next card').click()
    await expect.element(page.getByRole('textbox', { name: 'Name of the holder' })).toHaveValue('')
  })

  test('it can be left and continued', async () => {
    becomes(11, {
      state: 'writing',
      deviceId: 2,
      deviceName: 'East gate',
      writeExpiresAt: Date.now() + 20_000,
    })
    const shown = await show('/?card=11')
    await expect.element(page.getByRole('timer')).toBeVisible()
    await expect.poll(shown.search).toMatchObject({ card: 11, ordered: 2 })
    becomes(11, { state: 'issued', cardInfo: '00FF11EE', writeExpiresAt: null })
    await expect.element(page.getByText(/The card is written/)).toBeVisible()
  })

  test('it can be called off, and tried again', async () => {
    await show('/?card=11')
    await startWriting()
    await button('Stop writing').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Writing was cancelled/)
    expect(server.askedFor('doorCard/cancel')).toHaveLength(1)
    await button('Try again').click()
    await expect.element(page.getByRole('timer')).toBeVisible()
  })

  test('its order is watched from the moment it is given, and no longer than it is shown', async () => {
    await show('/?card=11')
    await expect.element(button('Start writing')).toBeVisible()
    expect(watched).toEqual([])
    await startWriting()
    await expect.poll(() => watched).toEqual([11])
    becomes(11, { state: 'issued', cardInfo: '00FF11EE', writeExpiresAt: null, issuedAt: Date.now() })
    await expect.element(page.getByText(/The card is written/)).toBeVisible()
    expect(watched).toEqual([11])
    await button('Next card').click()
    await expect.poll(() => watched).toEqual([])
  })

  test('a door unit that goes away is told', async () => {
    Object.assign(server.rows('device').find(row => row.id === 2) ?? {}, { state: 'offline' })
    becomes(11, {
      state: 'writing',
      deviceId: 2,
      deviceName: 'East gate',
      writeExpiresAt: Date.now() + 20_000,
    })
    await show('/?card=11')
    await expect.element(page.getByText(/has gone offline/)).toBeVisible()
  })

  test('its failure leads to another try or to another door unit', async () => {
    const shown = await show('/?card=11')
    await startWriting()
    const failed = { state: 'draft', deviceId: 2, writeFailure: 'timeout', writeExpiresAt: null }
    becomes(11, failed)
    await expect.element(page.getByText(/No card was held/)).toBeVisible()
    await button('Try again').click()
    await expect.element(page.getByRole('timer')).toBeVisible()
    expect(server.askedFor('doorCard/issue')).toHaveLength(2)
    becomes(11, failed)
    await button('Another door unit').click()
    await expect.element(button('Start writing')).toBeVisible()
    expect(shown.search()).not.toHaveProperty('ordered')
  })

  test.each([
    ['timeout', /No card was held/],
    ['offline', /could not be reached/],
    ['duplicate', /belongs to somebody else/],
    ['cancelled', /was cancelled/],
  ])('%s: the reason, with both ways on', async (writeFailure, words) => {
    becomes(11, { deviceId: 2, writeFailure })
    await show('/?card=11&ordered=1')
    await expect.element(page.getByRole('alert')).toMatchTextContent(words)
    await expect.element(button('Try again')).toBeEnabled()
    await expect.element(button('Another door unit')).toBeEnabled()
  })
})

test('a refused order is told and nothing waits', async () => {
  server.refuseRow(11, 'door.writing')
  const shown = await show('/?card=11')
  await page.getByRole('radio', { name: /South gate/ }).click()
  await button('Start writing').click()
  await expect.poll(() => shown.told).toHaveLength(1)
  expect(shown.told[0]).toMatchObject({ kind: 'tip' })
  await expect.element(button('Start writing')).toBeEnabled()
})

test('a right that is refused names its door, the others are granted', async () => {
  await show('/?card=12')
  await startWriting(12)
  becomes(12, { state: 'issued', cardInfo: '77', writeExpiresAt: null })
  await expect.element(page.getByText(/The card is written/)).toBeVisible()
  await page.getByRole('checkbox', { name: /South gate/ }).click()
  server.refuse('doorRight/save', { id: 'field.duplicate', field: 'cardId' })
  await button('Let it open these doors').click()
  await expect.element(page.getByText(/East gate: /)).toBeVisible()
  await expect.element(page.getByText(/Granted/)).toBeVisible()
})

describe('who may what', () => {
  test('without the permission to issue there is the list only', async () => {
    await show('/', ['doorCard.read'])
    await expect.element(page.getByRole('heading', { name: /Door cards/ })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Issue a card' })).not.toBeInTheDocument()
  })

  test('without any permission there is nothing', async () => {
    await show('/', ['device.read'])
    await expect.element(page.getByText('You may not see this page')).toBeVisible()
  })

  test('who may not give rights goes on to the next card', async () => {
    becomes(11, { state: 'issued', cardInfo: '00FF11EE' })
    await show('/?card=11&ordered=1', ['doorCard.*', 'device.read', 'doorCard.read', 'doorCard.issue'])
    await expect.element(button('Next card')).toBeVisible()
    await expect.element(button('Let it open these doors')).not.toBeInTheDocument()
  })
})
