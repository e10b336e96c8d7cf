// A photo from a phone without a network to its approval by keyboard; and two who judge at once.
import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { Api, expect, first, live, test } from './console.ts'
import { writtenDown } from './kept-in-browser.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

let shade = 0
const picture = () =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: { r: ++shade, g: 120, b: 90 } } })
    .withExif({ IFD0: { Copyright: 'secret owner' } })
    .jpeg()
    .toBuffer()

const fresh = (start: string) => `${start} ${Date.now().toString(36)}`
const rowsNamed = async (name: string) => (await admin.get('user/photo/page', { name })).data.list
const stateOf = async (name: string) => first(await rowsNamed(name)).state

/** Makes a photo as a patrol's phone would. */
async function photoOf(name: string): Promise<void> {
  const patrol = await Api.logIn('patrol')
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await picture())], { type: 'image/jpeg' }), 'a.jpg')
  const answer = await fetch(`${process.env.CONSOLE_URL}/api/user/ossUser/addOssHederImg`, {
    method: 'POST',
    headers: { authorization: patrol.token },
    body: form,
  })
  const { data: url } = await answer.json()
  expect(await patrol.post('user/photo/save', { name, url })).toMatchObject({ code: 0 })
}

const goTo = (page: Page, name: string, state = 'In review') =>
  page.getByRole('button', { name: `${name}, ${state}` }).click()

test('a photo taken without a network waits, is sent once, and is approved by keyboard with a step back', async ({
  consoles,
}) => {
  const name = fresh('North gate')
  const phone = await consoles.open({
    as: 'patrol',
    width: 'phone',
    at: '/picture',
    async prepare(context) {
      await context.grantPermissions(['geolocation'])
      await context.setGeolocation({ latitude: 30.2876, longitude: 120.132, accuracy: 8 })
    },
  })
  await expect(phone.getByRole('button', { name: 'Take a photo' })).toBeVisible()
  await phone.waitForLoadState('networkidle')
  await phone.context().setOffline(true)
  await phone
    .locator('input[type=file][capture]')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture() })
  const dialog = phone.getByRole('dialog', { name: 'Send the photo' })
  await dialog.getByRole('button', { name: 'Add the position' }).click()
  await expect(dialog.getByText(/^The position is sent with it/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(phone.getByText('1 photo waits for the network')).toBeVisible()
  expect(await rowsNamed(name)).toEqual([])

  await phone.context().setOffline(false)
  await expect.poll(async () => (await rowsNamed(name)).length).toBe(1)
  await expect(phone.getByText('1 photo waits for the network')).toHaveCount(0)
  expect(first(await rowsNamed(name))).toMatchObject({
    state: 0,
    source: 'camera',
    latitude: 30.2876,
    longitude: 120.132,
    accuracyMetres: 8,
  })

  const desk = await consoles.open({ as: 'duty', at: '/picture?review=1' })
  await goTo(desk, name)
  await expect(desk.getByRole('heading', { name, level: 2 })).toBeVisible()
  await desk.keyboard.press('a')
  await expect.poll(() => stateOf(name)).toBe(1)
  await desk.keyboard.press('u')
  await expect.poll(() => stateOf(name)).toBe(0)
  await expect(desk.getByRole('heading', { name, level: 2 })).toBeVisible()
  await desk.keyboard.press('a')
  await expect.poll(() => stateOf(name)).toBe(1)
  expect(await rowsNamed(name)).toHaveLength(1)
})

test('a video recorded without a network waits, is sent once, and plays for who judges it', async ({
  consoles,
}) => {
  const name = fresh('Stairwell')
  const rows = async () => (await admin.get('user/video/page', { name })).data.list
  const phone = await consoles.open({
    as: 'patrol',
    width: 'phone',
    at: '/videoManage',
    prepare: context => context.grantPermissions(['camera', 'microphone']),
  })
  await expect(phone.getByRole('button', { name: 'Record a video' })).toBeVisible()
  await writtenDown(phone)
  await phone.context().setOffline(true)
  await phone.getByRole('button', { name: 'Record a video' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Start recording' }).click()
  await expect(phone.getByRole('timer')).toHaveText(/^0:0[2-9] /)
  await phone.getByRole('button', { name: 'Stop' }).click()
  const dialog = phone.getByRole('dialog', { name: 'Send the video' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(phone.getByText('1 video waits for the network')).toBeVisible()
  expect(await rows()).toEqual([])
  // Not even closing the page loses it.
  await phone.reload()
  await expect(phone.getByText('1 video waits for the network')).toBeVisible()
  await phone.context().setOffline(false)
  await expect.poll(async () => (await rows()).length).toBe(1)
  await expect(phone.getByText('1 video waits for the network')).toHaveCount(0)
  expect(first(await rows())).toMatchObject({ state: 0, kind: 0, cover: expect.stringMatching(/^\/files\//) })

  const desk = await consoles.open({ as: 'duty', at: '/videoManage?review=1' })
  await goTo(desk, name)
  await expect(desk.getByRole('heading', { name, level: 2 })).toBeVisible()
  await expect
    .poll(() =>
      desk
        .locator('main video')
        .first()
        .evaluate((video: HTMLVideoElement) => video.videoWidth),
    )
    .toBeGreaterThan(0)
  await desk.keyboard.press('a')
  await expect.poll(async () => first(await rows()).state).toBe(1)
})

test('the second of two reviewers is told who was first, and sees how it stands', async ({ consoles }) => {
  const name = fresh('Stairs')
  await photoOf(name)
  const desk = await consoles.open({ as: 'duty', at: '/picture?review=1' })
  await goTo(desk, name)
  const { id } = first(await rowsNamed(name))
  // The verdict of the other is on its way to this desk while the key is pressed.
  await desk.route('**/photo/get**', async route => {
    await new Promise(resolve => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await admin.post('user/photo/reject', { ids: [id], input: { reason: 'unclear' } })
  await desk.keyboard.press('a')
  await expect(desk.getByText(/was first\. Look at it again\.$/)).toBeVisible()
  await expect(desk.getByRole('button', { name: `${name}, Rejected` })).toBeVisible()
  expect(await stateOf(name)).toBe(2)
})

test('two reviewers see each other judge, without touching anything', async ({ consoles }) => {
  const name = fresh('Roof')
  await photoOf(name)
  const desk = await consoles.open({ as: 'duty', at: '/picture?review=1' })
  const beside = await consoles.open({ as: 'property', at: '/picture?review=1' })
  await goTo(desk, name)
  await expect(beside.getByRole('button', { name: `${name}, In review` })).toBeVisible()
  await live(beside)
  await desk.keyboard.press('h')
  await expect(beside.getByRole('button', { name: `${name}, Hidden` })).toBeVisible({ timeout: 5_000 })
  await desk.keyboard.press('u')
  await expect(beside.getByRole('button', { name: `${name}, In review` })).toBeVisible({ timeout: 5_000 })
})

test('several are judged together on a phone', async ({ consoles }) => {
  const names = [fresh('Fence a'), fresh('Fence b')]
  for (const name of names) await photoOf(name)
  const desk = await consoles.open({ as: 'property', width: 'phone', at: '/picture?review=1' })
  await desk.getByRole('button', { name: 'Select several' }).click()
  for (const name of names) await desk.getByRole('button', { name: `${name}, In review` }).click()
  await desk.getByRole('button', { name: 'Reject (2)' }).click()
  for (const name of names) await expect.poll(() => stateOf(name)).toBe(2)
  await desk.getByRole('button', { name: 'Undo the last decision' }).click()
  for (const name of names) await expect.poll(() => stateOf(name)).toBe(0)
})
