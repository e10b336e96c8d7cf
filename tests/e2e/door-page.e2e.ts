// A tablet as a door unit: a code makes it one, its visitor rings, and the console lets them in.
import { Api, consoleUrl, expect, first } from './console.ts'
import { answer, dialogOf, drawerOf, hangUp, officer } from './door-console.ts'
import { decoded, keepLines, seesMore, test } from './door-unit.ts'
import { fresh } from './people.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const made: number[] = []
// Other walks take any door unit of the demo, and know the secrets of those alone.
test.afterAll(async () => {
  const { data } = await admin.post('device/device/remove', { ids: made })
  expect(data.results.map((result: { ok: boolean }) => result.ok)).toEqual(made.map(() => true))
})

/** A door unit of its own: enrolling voids the secret, which other tests know of the demo's. */
async function newDoorUnit(name: string) {
  const { data } = await admin.get<{ list: { categoryId: number }[] }>('device/device/page', {
    kind: 'doorUnit',
    size: 1,
  })
  const imei = `86${String(Date.now()).padStart(13, '0')}`
  const saved = await admin.post('device/device/save', {
    imei,
    name,
    categoryId: first(data.list).categoryId,
    building: '7',
    unit: '2',
  })
  expect(saved.code).toBe(0)
  made.push(first((await admin.get('device/device/page', { imei })).data.list).id)
  return imei
}

test('a code makes a tablet a door: it rings, is seen and heard, and shows that it opens', async ({
  consoles,
  browser,
}) => {
  const name = fresh('Gate ')
  const imei = await newDoorUnit(name)
  const office = await consoles.open({ as: admin, at: `/DeviceDtail?imei=${imei}` })
  await office.getByRole('button', { name: 'Use a tablet as this door' }).click()
  const offer = office.getByRole('dialog', { name: 'A tablet for this door' })
  await expect(offer).toContainText(`${consoleUrl()}/door`)
  const code = await offer.getByText(/^\d{8}$/).innerText()
  await office.close()

  const context = await browser.newContext({ viewport: { width: 820, height: 1180 }, hasTouch: true })
  await keepLines(context)
  const tablet = await context.newPage()
  await tablet.addInitScript(() => localStorage.setItem('lang', 'en'))
  await tablet.goto(`${consoleUrl()}/door`)
  await tablet.getByLabel('Code').fill(code)
  await tablet.getByRole('button', { name: 'Enrol' }).click()
  await expect(tablet.getByText(name)).toBeVisible()
  await tablet.getByRole('button', { name: 'Start' }).click()

  const { page, name: guard } = await officer(consoles, admin)
  for (const digit of '1203') await tablet.getByRole('button', { name: digit, exact: true }).click()
  await tablet.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(tablet.getByText('Calling 1203…')).toBeVisible()
  await expect(drawerOf(page)).toContainText('calls room 1203')
  await answer(page)
  await expect(tablet.getByText(`You are speaking with ${guard}`)).toBeVisible()
  await seesMore(page)
  await seesMore(tablet)
  expect((await decoded(tablet)).samples).toBeGreaterThan(0)
  await dialogOf(page).getByRole('button', { name: 'Unlock' }).click()
  await expect(tablet.getByRole('heading', { name: 'The door is open' })).toBeVisible()
  await expect(dialogOf(page).getByRole('heading', { name: 'Unlocked' })).toBeVisible()
  await hangUp(page)
  await expect(tablet.getByText('The call has ended.')).toBeVisible()

  // The code is used up.
  const again = await consoles.open()
  await again.goto(`${consoleUrl()}/door`)
  await again.getByLabel('Code').fill(code)
  await again.getByRole('button', { name: 'Enrol' }).click()
  await expect(again.getByText('This code is wrong, used or too old. Make a new one.')).toBeVisible()
  await context.close()
})
