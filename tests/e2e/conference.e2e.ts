// People of one company meet in a room: pictures and sound over the real service, muting, a raised hand, a host who asks, and leaving.
import type { Page } from 'playwright/test'
import { findings } from './axe.ts'
import { Api, address, expect, test } from './console.ts'
import { fresh, logIn, makeOfficer } from './people.ts'
import { received, watchMedia } from './room-media.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

/** A room that nobody else is in. */
const freshRoom = () => String(10_000_000 + Math.floor(Math.random() * 80_000_000))

async function couple() {
  const [adaName, boName] = [fresh('Ada '), fresh('Bo ')]
  const [ada, bo] = [await makeOfficer(admin, adaName), await makeOfficer(admin, boName)]
  return { adaName, boName, ada: await logIn(ada), bo: await logIn(bo) }
}

const inside = (page: Page) => expect(page.getByRole('button', { name: 'Leave room' })).toBeVisible()
const list = (page: Page) => page.getByRole('region', { name: 'List of participants' })
const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: "Participants' pictures" }).getByRole('listitem', { name })

test('two see and hear each other, one mutes, raises a hand, and leaves', async ({ consoles }) => {
  test.slow()
  const { ada, bo, adaName, boName } = await couple()
  const roomId = freshRoom()
  const first = await consoles.open({ as: ada, at: '/DeviceList' })
  await watchMedia(first)
  await first.goto(address('/roOm'))
  await first.getByRole('textbox', { name: 'Room number' }).fill(roomId)
  await first.getByRole('button', { name: 'Join', exact: true }).click()
  await inside(first)
  const second = await consoles.open({ as: bo, at: '/DeviceList', skin: 'campus' })
  await watchMedia(second)
  await second.goto(address(`/roOm?roomId=${roomId}`))
  await inside(second)
  await expect(list(first)).toContainText(boName)
  await expect(list(second)).toContainText(adaName)
  expect(await findings(first)).toEqual([])

  for (const page of [first, second]) {
    await page.getByRole('button', { name: /^Microphone/ }).click()
    await page.getByRole('button', { name: /^Camera/ }).click()
    await expect(page.getByRole('button', { name: 'Camera on' })).toBeVisible()
  }
  for (const page of [first, second]) {
    await expect.poll(async () => (await received(page)).frames, { timeout: 60_000 }).toBeGreaterThan(5)
    await expect.poll(async () => (await received(page)).energy, { timeout: 60_000 }).toBeGreaterThan(0)
  }
  await expect(tile(first, boName).locator('video')).toBeVisible()

  await second.getByRole('button', { name: 'Microphone on' }).click()
  await expect(
    list(first).getByRole('listitem').filter({ hasText: boName }).getByLabel('Microphone muted'),
  ).toBeVisible()
  await second.getByRole('button', { name: 'Camera on' }).click()
  await expect(tile(first, boName).locator('video')).toHaveCount(0)

  await second.getByRole('button', { name: /^Raise hand/ }).click()
  await expect(tile(first, boName)).toContainText('Hand raised')

  // Both may host: while one of them stays, nobody is asked what becomes of the room.
  await second.getByRole('button', { name: 'Leave room' }).click()
  await expect(second.getByText('You have left the room')).toBeVisible()
  await expect(list(first)).not.toContainText(boName)

  // Muted when they left, muted when they are back.
  await second.getByRole('button', { name: 'Join again' }).click()
  await inside(second)
  await expect(second.getByRole('button', { name: /^Microphone muted/ })).toBeVisible()

  // Whoever leaves the page leaves the room.
  await second.goto('about:blank')
  await expect(list(first)).not.toContainText(boName)
})

test('a second tab says that the room is open in the first', async ({ consoles }) => {
  const { ada } = await couple()
  const roomId = freshRoom()
  const first = await consoles.open({ as: ada, at: `/roOm?roomId=${roomId}` })
  await inside(first)
  const second = await consoles.tab(first, `/roOm?roomId=${roomId}`)
  await expect(second.getByText('This room is open in another tab')).toBeVisible()
  await second.getByRole('button', { name: 'Go on here' }).click()
  await inside(second)
  await expect(first.getByText('You went on in another tab or on another device')).toBeVisible()
})

test('the lobby shows the room, and opens it', async ({ consoles }) => {
  const { ada, bo } = await couple()
  const roomId = freshRoom()
  const inRoom = await consoles.open({ as: ada, at: `/multiVoice?roomId=${roomId}`, width: 'phone' })
  await inside(inRoom)
  const lobby = await consoles.open({ as: bo, at: '/moreRoom', width: 'desktop' })
  await lobby.getByRole('button', { name: `Join room ${roomId}` }).click()
  await inside(lobby)
  expect(await findings(lobby)).toEqual([])
  await expect(inRoom.getByRole('button', { name: 'Participants: 2' })).toBeVisible()
})

test('a guest comes in by a link on a phone, once a host lets them', async ({ consoles }) => {
  test.slow()
  const { ada, adaName } = await couple()
  const roomId = freshRoom()
  const host = await consoles.open({ as: ada, at: '/DeviceList' })
  await watchMedia(host)
  await host.goto(address(`/roOm?roomId=${roomId}`))
  await inside(host)
  await host.getByRole('button', { name: 'Room information' }).click()
  await host.getByLabel('Guest link is good for').selectOption({ label: '30 minutes' })
  await host.getByRole('button', { name: 'Make a guest link' }).click()
  const link = await host.getByText(/guest=/).innerText()
  const code = /guest=([\w-]+)/.exec(link)?.[1]
  expect(code).toBeTruthy()
  await host.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  const phone = await consoles.open({ at: `/roOm?guest=${code}`, width: 'phone' })
  await watchMedia(phone)
  await phone.getByRole('button', { name: 'Ask to be let in' }).click()
  await expect(phone.getByText('Must not be empty')).toBeVisible()
  const guestName = fresh('Guest ')
  await phone.getByRole('textbox', { name: 'Your name' }).fill(guestName)
  expect(await findings(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Ask to be let in' }).click()
  await expect(phone.getByText('A host is asked to let you in')).toBeVisible()
  await host.getByRole('button', { name: `Admit ${guestName}` }).click()
  await inside(phone)
  expect(await findings(phone)).toEqual([])
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  for (const page of [host, phone]) {
    await page.getByRole('button', { name: /^Microphone/ }).click()
    await page.getByRole('button', { name: /^Camera/ }).click()
  }
  for (const page of [host, phone]) {
    await expect.poll(async () => (await received(page)).frames, { timeout: 60_000 }).toBeGreaterThan(5)
    await expect.poll(async () => (await received(page)).energy, { timeout: 60_000 }).toBeGreaterThan(0)
  }
  await expect(tile(phone, adaName).locator('video')).toBeVisible()
  // A guest has no console to go to, calls nobody, and keeps no photos.
  for (const name of ['Go to the console', 'Call in', 'Snapshot'])
    await expect(phone.getByRole('button', { name })).toHaveCount(0)
  await phone.getByRole('button', { name: 'Leave room' }).click()
  await expect(list(host)).not.toContainText(guestName)
})

test('two speak in turns, and the one who spoke is heard again', async ({ consoles }) => {
  test.slow()
  const { ada, bo, boName } = await couple()
  const roomId = freshRoom()
  const first = await consoles.open({ as: ada, at: '/DeviceList' })
  await watchMedia(first)
  await first.goto(address(`/multiVoice?roomId=${roomId}`))
  await inside(first)
  const second = await consoles.open({ as: bo, at: `/multiVoice?roomId=${roomId}`, width: 'phone' })
  await inside(second)
  await expect(first.getByText('The floor is free')).toBeVisible()

  const key = second.getByRole('button', { name: 'Hold to talk' })
  await key.dispatchEvent('pointerdown', { pointerId: 1 })
  await expect(second.getByText('You have the floor')).toBeVisible()
  await expect(first.getByText(`${boName} speaks`)).toBeVisible()
  await expect.poll(async () => (await received(first)).energy, { timeout: 60_000 }).toBeGreaterThan(0)
  // The other one waits, and has the floor when it is given back.
  await first.getByRole('button', { name: /to talk$/ }).focus()
  await first.keyboard.down(' ')
  await expect(first.getByText('You are next')).toBeVisible()
  await second.getByRole('button', { name: 'You are heard' }).dispatchEvent('pointerup', { pointerId: 1 })
  await expect(first.getByText('You have the floor')).toBeVisible()
  await first.keyboard.up(' ')
  await expect(first.getByText('The floor is free')).toBeVisible()
  await first.getByRole('button', { name: `Hear ${boName} again` }).click()
  await expect(
    first.getByRole('region', { name: 'Last minute' }).getByRole('button', { name: 'Stop' }).first(),
  ).toBeVisible()
  expect(await findings(first)).toEqual([])
})
