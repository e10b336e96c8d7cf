// The door rings: everybody responsible hears it, one answers, sees and hears the visitor, opens, hangs up.
import type { Page } from 'playwright/test'
import { Api, address, expect, lookOut } from './console.ts'
import { answer, dialogOf, drawerOf, hangUp, heard, officer, ringAndAnswer } from './door-console.ts'
import { decoded, hearsMore, keepLines, seesMore, test } from './door-unit.ts'
import { builtInRole, fresh, logIn, makePerson } from './people.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const PROPERTY_ROLE = '物业人员'

test('it rings at the property and on duty: one answers, sees, hears, unlocks and hangs up', async ({
  consoles,
  doors,
}) => {
  const name = fresh('Pia ')
  const person = await makePerson(admin, [await builtInRole(admin, PROPERTY_ROLE)], name)
  const property = await consoles.open({ as: await logIn(person), language: 'cn', prepare: keepLines })
  await heard(property)
  const { page: duty } = await officer(consoles, admin, { language: 'cn', width: 'tablet' })
  const door = await doors.connect(admin)
  door.at.ring({ roomNo: '0302' })
  const answering = await lookOut(property, '正在接听...')
  const answered = await lookOut(duty, `${name} 已接听`)
  // Both at once: it rings for no more than half a minute.
  await Promise.all(
    [property, duty].map(async page => {
      const drawer = drawerOf(page)
      await expect(drawer).toContainText('门口机正在发起呼叫请求...')
      await expect(drawer).toContainText('0302')
      await expect(drawer).toContainText(door.name)
      await expect(drawer.getByRole('timer')).toHaveText(/^00:[0-3]\d$/)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.mouse.click(5, 300)
      await expect(drawer).toBeVisible()
    }),
  )
  // Thirty per cent of 1440, on the right.
  await expect.poll(() => drawerOf(property).boundingBox()).toMatchObject({ x: 1008, width: 432 })
  await drawerOf(property).getByRole('button', { name: '接听' }).click()
  await answering()
  await answered()
  await expect(drawerOf(duty)).toHaveCount(0)
  await expect(drawerOf(property)).toHaveCount(0)
  await door.at.until('standing')
  await seesMore(property)
  expect(await decoded(property)).toMatchObject({ width: 1024, height: 576 })
  expect((await decoded(property)).samples).toBeGreaterThan(0)
  await hearsMore(door)
  await dialogOf(property).getByRole('button', { name: '开锁' }).click()
  await door.at.until('opened')
  await expect(dialogOf(property).getByRole('heading', { name: '已开锁' })).toBeVisible()
  expect(door.at.opened()).toBe(1)
  await dialogOf(property).getByRole('button', { name: '挂断' }).click()
  await expect(dialogOf(property)).toHaveCount(0)
  await door.at.until('ended')
  await expect
    .poll(() => door.call())
    .toMatchObject({
      state: 'ended',
      roomNo: '0302',
      answeredBy: name,
      unlockedBy: name,
      endReason: 'hangUp',
    })
  expect((await door.call()).durationSeconds).toBeGreaterThan(0)
  await door.at.until('idle')
})

test('who ignores is left alone while it rings on elsewhere; the visitor gives up', async ({
  consoles,
  doors,
}) => {
  const { page: one } = await officer(consoles, admin, { language: 'cn', width: 'phone' })
  const { page: other } = await officer(consoles, admin, { skin: 'campus' })
  const door = await doors.connect(admin)
  const ignored = await lookOut(one, '已忽略')
  const over = await lookOut(other, 'The visitor has given up')
  door.at.ring()
  await drawerOf(one).getByRole('button', { name: '忽略' }).click()
  await ignored()
  await expect(drawerOf(one)).toHaveCount(0)
  await expect(drawerOf(other)).toContainText('The door unit is initiating a call request...')
  door.at.hangUp()
  await over()
  await expect(drawerOf(other)).toHaveCount(0)
  await expect(other.getByText('1 missed call')).toBeVisible()
  await expect.poll(() => door.call()).toMatchObject({ state: 'missed', endReason: 'cancelled' })
})

test('nobody answers: it counts down, closes by itself and stands in the message centre', async ({
  consoles,
  doors,
}) => {
  const { page } = await officer(consoles, admin)
  const door = await doors.connect(admin)
  door.at.ring({ roomNo: '1203' })
  const timer = drawerOf(page).getByRole('timer')
  await expect(timer).toHaveText(/^00:[12]\d$/)
  const seconds = async () => Number((await timer.innerText()).slice(3))
  const before = await seconds()
  await expect.poll(seconds).toBeLessThan(before)
  await expect(drawerOf(page)).toHaveCount(0, { timeout: 35_000 })
  await door.at.until('nobody')
  await expect.poll(() => door.call()).toMatchObject({ state: 'missed', endReason: 'expired' })
  const missed = page.getByRole('complementary', { name: 'Calls' })
  await expect(missed).toContainText('1 missed call')
  await expect(missed).toContainText('1203')
  await missed.getByRole('button', { name: 'Close' }).click()
  await expect(missed).toHaveCount(0)
  await page.goto(address('/newPage1'))
  const row = page.getByRole('row').filter({ hasText: '1203' })
  await expect(row).toContainText('Missed call')
  await expect(row).toContainText('Unread')
})

test('an answer without what is needed to join is called invalid, and closes', async ({
  consoles,
  doors,
}) => {
  const { page } = await officer(consoles, admin, {
    language: 'cn',
    prepare: context =>
      context.route('**/voiceNet/buildToken', async route => {
        const response = await route.fetch()
        const answered = await response.json()
        answered.data.join.channel = ''
        await route.fulfill({ response, json: answered })
      }),
  })
  const door = await doors.connect(admin)
  const invalid = await lookOut(page, '无效的数据，请检查服务')
  door.at.ring()
  await drawerOf(page).getByRole('button', { name: '接听' }).click()
  await invalid()
  await expect(drawerOf(page)).toHaveCount(0)
  await expect(dialogOf(page)).toHaveCount(0)
  // The visitor does not stand before a line that nobody opens.
  await door.at.until('ended')
  await expect.poll(() => door.call()).toMatchObject({ state: 'ended' })
})

test('a second door waits without ringing while one speaks, and comes up afterwards', async ({
  consoles,
  doors,
}) => {
  const { page } = await officer(consoles, admin)
  const [one, two] = [await doors.connect(admin), await doors.connect(admin)]
  await ringAndAnswer(page, one)
  two.at.ring()
  const waiting = dialogOf(page).getByRole('region', { name: 'Also waiting' })
  await expect(waiting).toContainText('1 more waiting')
  await expect(waiting).toContainText(two.name)
  await expect(drawerOf(page)).toHaveCount(0)
  await seesMore(page)
  await hangUp(page)
  await expect(drawerOf(page)).toContainText(two.name)
  two.at.hangUp()
  await expect(drawerOf(page)).toHaveCount(0)
  await expect.poll(() => two.call()).toMatchObject({ state: 'missed' })
})

test('of two tabs only one rings, and an answer in one closes the other', async ({ consoles, doors }) => {
  const { page } = await officer(consoles, admin, {
    prepare: async context => {
      await keepLines(context)
      await context.addInitScript(() => {
        const starts = OscillatorNode.prototype.start
        OscillatorNode.prototype.start = function (at) {
          const { dataset } = document.documentElement
          dataset.tones = String(Number(dataset.tones ?? 0) + 1)
          starts.call(this, at)
        }
      })
    },
  })
  const other = await consoles.tab(page, '/DeviceList')
  await heard(other)
  // A gesture lets the browser make sounds.
  await other.getByRole('heading', { level: 1 }).click()
  await page.getByRole('heading', { level: 1 }).click()
  const tones = (tab: Page) => tab.evaluate(() => Number(document.documentElement.dataset.tones ?? 0))
  const before = [await tones(page), await tones(other)]
  const door = await doors.connect(admin)
  door.at.ring()
  const tabs = [page, other]
  for (const tab of tabs) await expect(drawerOf(tab)).toBeVisible()
  const rung = async () => [(await tones(page)) - (before[0] ?? 0), (await tones(other)) - (before[1] ?? 0)]
  await expect.poll(async () => Math.max(...(await rung()))).toBeGreaterThan(0)
  expect(Math.min(...(await rung()))).toBe(0)
  const elsewhere = await lookOut(page, 'You have answered in another tab or on another device')
  await answer(other)
  await elsewhere()
  await expect(drawerOf(page)).toHaveCount(0)
  const silent = Math.max(...(await rung()))
  await seesMore(other)
  expect(Math.max(...(await rung()))).toBe(silent)
})

test('a patrol, who may not answer, is not rung', async ({ consoles, doors }) => {
  const patrol = await Api.logIn('patrol')
  const walking = await consoles.open({ as: patrol, at: '/DeviceList' })
  await heard(walking)
  const { page } = await officer(consoles, admin)
  const door = await doors.connect(admin)
  door.at.ring()
  await expect(drawerOf(page)).toBeVisible()
  const { data } = await patrol.get<{ calls: unknown[] }>('message/message/pending')
  expect(data.calls).toEqual([])
  const answered = await patrol.post('device/voiceNet/buildToken', { imei: door.imei })
  expect(answered.code).not.toBe(0)
  await expect(drawerOf(walking)).toHaveCount(0)
  await drawerOf(page)
    .getByRole('button', { name: /^Ignore/ })
    .click()
})
