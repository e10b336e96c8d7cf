// People of one company meet in a room: pictures and sound over the real service, muting, a raised hand, a host who asks, and leaving.
import type { Page } from 'playwright/test'
import { findings } from './axe.ts'
import { Api, address, expect, test } from './console.ts'
import { fresh, logIn, makeOfficer } from './people.ts'

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

/** Watches the connections of this page, so that what was decoded can be asked. */
async function watchMedia(page: Page): Promise<void> {
  await page.evaluate(() => {
    const made: RTCPeerConnection[] = []
    Object.assign(window, { madeConnections: made })
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(...args: ConstructorParameters<typeof RTCPeerConnection>) {
        super(...args)
        made.push(this)
      }
    }
  })
}

/** Of all that this page receives: frames of pictures, and energy of sound. */
const received = (page: Page): Promise<{ frames: number; energy: number }> =>
  page.evaluate(async () => {
    const made: unknown = Reflect.get(window, 'madeConnections')
    let [frames, energy] = [0, 0]
    for (const connection of Array.isArray(made) ? made : []) {
      if (!(connection instanceof RTCPeerConnection)) continue
      for (const each of (await connection.getStats()).values()) {
        if (each.type !== 'inbound-rtp') continue
        frames += each.framesDecoded ?? 0
        energy += each.totalAudioEnergy ?? 0
      }
    }
    return { frames, energy }
  })

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
    await expect.poll(async () => (await received(page)).frames, { timeout: 20_000 }).toBeGreaterThan(5)
    await expect.poll(async () => (await received(page)).energy, { timeout: 20_000 }).toBeGreaterThan(0)
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

  // Who may host is asked whether the others go on.
  await second.getByRole('button', { name: 'Leave room' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Leave room' }).click()
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
