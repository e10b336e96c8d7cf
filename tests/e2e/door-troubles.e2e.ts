// A call from a door when something is missing: the broker, the network, the microphone, every device.
import type { BrowserContext, Page, WebSocketRoute } from 'playwright/test'
import { Api, expect, lookOut } from './console.ts'
import { dialogOf, drawerOf, hangUp, heard, officer, ringAndAnswer } from './door-console.ts'
import { hearsMore, keepLines, seesMore, test } from './door-unit.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

/** The way to the broker, to be cut and mended; every page of the context goes over it. */
function brokerWire() {
  const sockets: WebSocketRoute[] = []
  let away = false
  return {
    lay: (context: BrowserContext) =>
      context.routeWebSocket(/\/mqtt$/, socket => {
        if (away) return void socket.close()
        socket.connectToServer()
        sockets.push(socket)
      }),
    async cut(page: Page) {
      away = true
      for (const socket of sockets.splice(0)) await socket.close()
      await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible()
    },
    async mend(page: Page) {
      away = false
      await heard(page)
    },
  }
}

test('without the broker it rings on, and what was settled meanwhile is known when it is back', async ({
  consoles,
  doors,
}) => {
  const wire = brokerWire()
  const { page } = await officer(consoles, admin, { prepare: wire.lay })
  const door = await doors.connect(admin)
  door.at.ring()
  const drawer = drawerOf(page)
  await expect(drawer).toBeVisible()
  await wire.cut(page)
  await expect(drawer).toContainText('The door unit is initiating a call request...')
  await wire.mend(page)
  await expect(drawer).toContainText('The door unit is initiating a call request...')
  await wire.cut(page)
  door.at.hangUp()
  await expect.poll(() => door.call()).toMatchObject({ state: 'missed' })
  await expect(drawer).toContainText('The door unit is initiating a call request...')
  const over = await lookOut(page, 'This call is over')
  await wire.mend(page)
  await over()
  await expect(drawer).toHaveCount(0)
})

test('a call goes on without the broker; an unlock is refused then, and never sent later', async ({
  consoles,
  doors,
}) => {
  const wire = brokerWire()
  const { page } = await officer(consoles, admin, {
    prepare: async context => {
      await keepLines(context)
      await wire.lay(context)
    },
  })
  const door = await doors.connect(admin)
  await ringAndAnswer(page, door)
  await seesMore(page)
  await wire.cut(page)
  await seesMore(page)
  await hearsMore(door)
  const unlock = dialogOf(page).getByRole('button', { name: 'Unlock' })
  await unlock.click()
  const refused = dialogOf(page).getByText('Not unlocked: there is no connection now.')
  await expect(refused).toBeVisible()
  await wire.mend(page)
  await seesMore(page)
  expect(door.at.opened()).toBe(0)
  // Had the first request been kept, it would arrive before this one.
  await unlock.click()
  await door.at.until('opened')
  await expect(dialogOf(page).getByRole('heading', { name: 'Unlocked' })).toBeVisible()
  expect(door.at.opened()).toBe(1)
  await hangUp(page)
  await door.at.until('ended')
})

test('an unlock without a network is refused though the socket still seems alive', async ({
  consoles,
  doors,
}) => {
  const { page } = await officer(consoles, admin)
  const door = await doors.connect(admin)
  door.at.ring()
  await expect(drawerOf(page)).toBeVisible()
  await page.context().setOffline(true)
  await drawerOf(page)
    .getByRole('button', { name: /^Unlock/ })
    .click()
  await expect(drawerOf(page).getByText('Not unlocked: there is no connection now.')).toBeVisible()
  await page.context().setOffline(false)
  await heard(page)
  expect(door.at.opened()).toBe(0)
  const unlocked = await lookOut(page, 'Unlocked', '[role=alertdialog]')
  await drawerOf(page)
    .getByRole('button', { name: /^Unlock/ })
    .click()
  await door.at.until('opened')
  expect(door.at.opened()).toBe(1)
  await unlocked()
  await expect(drawerOf(page)).toHaveCount(0)
})

/** Every question for a device is answered with this error. */
const withoutDevices = (context: BrowserContext, name: 'NotAllowedError' | 'NotFoundError') =>
  context.addInitScript(error => {
    const { mediaDevices } = navigator
    mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No', error))
    if (error === 'NotFoundError') mediaDevices.enumerateDevices = async () => []
  }, name)

test('with the microphone refused one still sees and hears, and is told how to speak', async ({
  consoles,
  doors,
}) => {
  const { page } = await officer(consoles, admin, {
    prepare: async context => {
      await keepLines(context)
      await withoutDevices(context, 'NotAllowedError')
    },
  })
  const door = await doors.connect(admin)
  await ringAndAnswer(page, door)
  await expect(dialogOf(page).getByRole('alert')).toContainText('The microphone was refused')
  await seesMore(page)
  expect(door.at.framesReceived().audio.frames).toBe(0)
  await hangUp(page)
})

test('without any device the call is taken all the same, in the words of the specification', async ({
  consoles,
  doors,
}) => {
  const { page } = await officer(consoles, admin, {
    language: 'cn',
    prepare: async context => {
      await keepLines(context)
      await withoutDevices(context, 'NotFoundError')
    },
  })
  const door = await doors.connect(admin)
  door.at.ring()
  await drawerOf(page).getByRole('button', { name: '接听' }).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText('检测不到可用的麦克风、摄像头设备')
  await seesMore(page)
})
