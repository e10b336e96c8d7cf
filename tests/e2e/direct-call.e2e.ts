// Two people of one company call each other: picture and sound both ways over the real server and broker.
import type { Page } from 'playwright/test'
import { Api, address, expect, live, lookOut, test } from './console.ts'
import { fresh, logIn, makeOfficer } from './people.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

/** Two colleagues, whose names nobody else has. */
async function couple() {
  const [adaName, boName] = [fresh('Ada '), fresh('Bo ')]
  const [ada, bo] = [await makeOfficer(admin, adaName), await makeOfficer(admin, boName)]
  return { adaName, boName, ada: await logIn(ada), bo: await logIn(bo) }
}

const talking = (page: Page) => expect(page.locator('[data-state="talking"]')).toBeVisible()

/** Frames shown of the other's picture, which is the first on the page. */
const frames = (page: Page) =>
  page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)

test('one calls, the other answers, both see and hear, one hangs up', async ({ consoles }) => {
  const { ada, bo, adaName, boName } = await couple()
  const callee = await consoles.open({ as: bo, at: '/DeviceList' })
  await live(callee)
  const caller = await consoles.open({ as: ada, at: '/callPhone', width: 'phone', skin: 'campus' })
  await caller.getByRole('searchbox').fill(boName)
  await expect(caller.getByRole('listitem')).toHaveCount(1)
  await expect(caller.getByRole('listitem')).toContainText('Online')
  await caller.getByRole('button', { name: new RegExp(boName) }).click()
  await expect(caller.getByText('Ringing at the other end')).toBeVisible()
  await callee.getByRole('button', { name: /^Answer/ }).click()
  await talking(caller)
  await talking(callee)
  for (const page of [caller, callee]) await expect.poll(() => frames(page)).toBeGreaterThan(5)
  await expect(caller.getByRole('heading', { name: boName })).toBeVisible()
  await expect(callee.getByRole('heading', { name: adaName })).toBeVisible()

  await caller.getByRole('button', { name: /Microphone/ }).click()
  await expect(callee.getByText('The other microphone is off')).toBeVisible()
  await caller.getByRole('button', { name: /Camera/ }).click()
  await expect(callee.getByText('No video')).toBeVisible()

  await callee.getByRole('button', { name: 'Hang up' }).click()
  await expect(caller.getByText(`${boName} has hung up`)).toBeVisible()
  await expect(callee.getByText('You have hung up')).toBeVisible()
})

test('whoever does not want to is not called on', async ({ consoles }) => {
  const { ada, bo, boName } = await couple()
  const callee = await consoles.open({ as: bo, at: '/DeviceList' })
  await live(callee)
  const caller = await consoles.open({
    as: ada,
    at: `/callPhone?caller=${ada.user.id}&reciever=${bo.user.id}`,
  })
  await callee.getByRole('button', { name: /^Decline/ }).click()
  await expect(caller.getByText(`${boName} declined the call`)).toBeVisible()
})

test('who gives up leaves a missed call', async ({ consoles }) => {
  const { ada, bo, adaName } = await couple()
  const callee = await consoles.open({ as: bo, at: '/DeviceList' })
  await live(callee)
  const caller = await consoles.open({
    as: ada,
    at: `/callPhone?caller=${ada.user.id}&reciever=${bo.user.id}`,
  })
  const drawer = callee.getByRole('alertdialog')
  await expect(drawer).toContainText(adaName)
  const over = await lookOut(callee, 'Your colleague has given up')
  await caller.getByRole('button', { name: 'Cancel' }).click()
  await over()
  await expect(drawer).toHaveCount(0)
  const missed = callee.getByRole('complementary', { name: 'Calls' })
  await expect(missed).toContainText('1 missed call')
  await expect(missed).toContainText(adaName)
  await callee.goto(address('/newPage1'))
  await expect(callee.getByRole('row').filter({ hasText: adaName })).toContainText('Missed call')
})

test('a call of two others cannot be entered, and nobody is rung', async ({ consoles }) => {
  const { ada, bo } = await couple()
  const page = await consoles.open({
    as: ada,
    at: `/callPhone?caller=${admin.user.id}&reciever=${bo.user.id}`,
  })
  await expect(page.getByText('This link is for two other people')).toBeVisible()
  await page.goto(address(`/callPhone?caller=${ada.user.id}&reciever=${bo.user.id}`))
  // Nobody is at that console.
  await expect(page.getByText('This person is not connected right now')).toBeVisible()
})
