// An SOS that nobody can miss, card notices, and alarms worked off by keyboard alone.
import type { Page, WebSocketRoute } from 'playwright/test'
import { Api, clearCards, type Event, expect, first, live, lookOut, type Row } from './console.ts'
import { deviceSays, freeDevice } from './device.ts'
import { hangUp, officer, ringAndAnswer, dialogOf as talkOf } from './door-console.ts'
import { test } from './door-unit.ts'
import { fresh, logIn, makeOfficer } from './people.ts'

const SOS = { code: '3001', type: 15 }
const SOS_TITLE = 'SOS emergency'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const dialogOf = (page: Page) => page.getByRole('alertdialog', { name: SOS_TITLE })
const take = (page: Page) => dialogOf(page).getByRole('button', { name: "I'll take it" })

async function alarmOf(imei: string): Promise<Row> {
  const { data } = await admin.get('message/alarm/page', { imei, type: 15, size: 1 })
  return first(data.list)
}

test('an SOS opens on every console; who takes it is named on the others', async ({ consoles }) => {
  const watch = await freeDevice(admin, { kind: 'watch' })
  const one = await consoles.open({ as: await logIn(await makeOfficer(admin, 'Ada First')) })
  const second = await consoles.open({
    as: await logIn(await makeOfficer(admin, 'Bo Second')),
    at: '/DeviceList',
    width: 'tablet',
  })
  await live(one)
  await live(second)
  await deviceSays(watch.imei, SOS)
  for (const page of [one, second]) {
    const dialog = dialogOf(page)
    await expect(dialog).toBeVisible()
    await expect(dialog).toContainText(watch.wearerName)
    await expect(dialog).toContainText(watch.building)
    await expect(dialog).toContainText(watch.unit)
    await expect(dialog).toContainText(watch.roomNo)
    const phone = dialog.getByRole('link', { name: 'Call' })
    await expect(phone).toHaveAttribute('href', `tel:${watch.responsiblePhone}`)
    // Nothing closes it by accident.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
  }
  expect((await alarmOf(watch.imei)).status).toBe('open')
  const named = await lookOut(second, 'Ada First has taken it.', '[role=alertdialog]')
  const said = await lookOut(one, 'You have taken it.', '[role=alertdialog]')
  await take(one).click()
  await said()
  await named()
  // On both it goes by itself.
  await expect(dialogOf(second)).toHaveCount(0)
  await expect(dialogOf(one)).toHaveCount(0)
  const row = await alarmOf(watch.imei)
  expect(row).toMatchObject({ status: 'taken', takenBy: 'Ada First' })
  const { data } = await admin.get<Event[]>('message/alarm/timeline', { id: row.id })
  // Who was told, and again after two minutes, stands there too.
  const kinds = data.map(event => event.kind).filter(kind => kind !== 'told' && kind !== 'repeated')
  expect(kinds).toEqual(['raised', 'taken'])
})

test('two officers take at the same moment: one owns it, the other is told who', async ({ consoles }) => {
  const { imei } = await freeDevice(admin, { kind: 'watch' })
  const people = [await makeOfficer(admin, 'Cleo One'), await makeOfficer(admin, 'Dan Two')]
  const pages: Page[] = []
  for (const person of people) pages.push(await consoles.open({ as: await logIn(person) }))
  for (const page of pages) await live(page)
  await deviceSays(imei, SOS)
  for (const page of pages) await expect(take(page)).toBeVisible()
  // Neither order leaves before both have pressed.
  let pressed = 0
  for (const page of pages) {
    await page.route('**/message/alarm/take', async route => {
      pressed += 1
      await expect.poll(() => pressed).toBe(2)
      await route.continue()
    })
  }
  // Who is told who has it: the one of the two that comes true.
  const told = [
    await lookOut(first(pages), 'Dan Two has taken it', '[role=alertdialog]'),
    await lookOut(first(pages.slice(1)), 'Cleo One has taken it', '[role=alertdialog]'),
  ] as const
  const winning = await Promise.all(
    pages.map(page => lookOut(page, 'You have taken it.', '[role=alertdialog]')),
  )
  for (const page of pages) await take(page).click()
  await expect.poll(async () => (await alarmOf(imei)).status).toBe('taken')
  const { takenBy } = await alarmOf(imei)
  const [winnerIsTold, loserIsTold] = takenBy === 'Cleo One' ? [winning[0], told[1]] : [winning[1], told[0]]
  await winnerIsTold?.()
  await loserIsTold()
})

test('four SOS are one queue: after a reload one press makes room for work, one takes them all', async ({
  consoles,
}) => {
  const watches: Row[] = []
  for (let count = 0; count < 4; count += 1) watches.push(await freeDevice(admin, { kind: 'watch' }))
  const page = await consoles.open({
    as: await logIn(await makeOfficer(admin)),
    at: '/newPage1',
    width: 'phone',
  })
  await live(page)
  for (const { imei } of watches) await deviceSays(imei, SOS)
  await expect(dialogOf(page).getByText('1 of 4')).toBeVisible()
  await page.reload()
  await expect(dialogOf(page).getByText('1 of 4')).toBeVisible()
  await expect(dialogOf(page)).toContainText(first(watches).wearerName)
  await dialogOf(page).getByRole('button', { name: 'Newer SOS' }).click()
  await expect(dialogOf(page).getByText('2 of 4')).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Later', exact: true }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  // Nothing of it lies over the page's title, which says its own words.
  const bar = page.getByRole('button', { name: /^SOS: 4 wait/ })
  await expect(bar).toContainText(first(watches).wearerName)
  const title = page.getByText('Message centre', { exact: true }).first()
  expect(
    await title.evaluate(element => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }),
  ).toBe(true)
  // Of wearers under supervision there are further messages, for whoever answers for them.
  const unread = page.getByRole('button', { name: /^SOS Unread/ })
  await expect(unread).toHaveCount(4)
  await bar.click()
  await dialogOf(page).getByRole('button', { name: 'Take all 4' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(bar).toHaveCount(0)
  for (const { imei } of watches) expect((await alarmOf(imei)).status).toBe('taken')
  // What was taken has been read by who took it.
  await expect(unread).toHaveCount(0)
})

for (const width of ['phone', 'tablet', 'desktop'] as const)
  test(`a door is answered beside an SOS that waits: ${width}`, async ({ consoles, doors }) => {
    const { imei } = await freeDevice(admin, { kind: 'watch' })
    const { page } = await officer(consoles, admin, { width })
    const door = await doors.connect(admin)
    await deviceSays(imei, SOS)
    await expect(dialogOf(page)).toBeVisible()
    const call = page.getByRole('alertdialog').filter({ hasText: door.name })
    // By keyboard alone, from where the SOS holds the focus.
    const byKeys = async () => {
      await expect(call.locator('[data-keys=armed]')).toBeVisible()
      await page.keyboard.press('F6')
      await page.keyboard.press('a')
    }
    await ringAndAnswer(page, door, width === 'desktop' ? byKeys : undefined)
    await expect(dialogOf(page)).toBeVisible()
    await talkOf(page).getByRole('button', { name: 'Unlock' }).click()
    await door.at.until('opened')
    await take(page).click()
    await expect(dialogOf(page)).toHaveCount(0)
    expect((await alarmOf(imei)).status).toBe('taken')
    await hangUp(page)
  })

test('Back closes the board of who is reached, and the page stays', async ({ consoles }) => {
  const page = await consoles.open({ as: admin, at: '/DeviceList' })
  await live(page)
  await page.getByRole('button', { name: /^Message centre/ }).click()
  await page.getByRole('button', { name: 'Who is reached, and how' }).click()
  const board = page.getByRole('dialog', { name: 'Who is reached, and how' })
  await expect(board).toBeVisible()
  await page.goBack()
  await expect(board).toHaveCount(0)
  await expect(page).toHaveURL(/newPage1/)
  await page.goBack()
  await expect(page).toHaveURL(/DeviceList/)
})

test('what is raised while the broker is away is fetched when it is back', async ({ consoles }) => {
  const { imei, wearerName } = await freeDevice(admin, { kind: 'watch' })
  const page = await consoles.open({ as: await logIn(await makeOfficer(admin)), at: '/DeviceList' })
  const sockets: WebSocketRoute[] = []
  let away = false
  await page.routeWebSocket(/\/mqtt$/, socket => {
    if (away) return void socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  await page.reload()
  await live(page)
  away = true
  for (const socket of sockets.splice(0)) await socket.close()
  await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible()
  await deviceSays(imei, SOS)
  expect((await alarmOf(imei)).status).toBe('open')
  await expect(dialogOf(page)).toHaveCount(0)
  away = false
  // It may have come back by itself before it is pressed.
  await page.getByText(/^(Reconnecting|Live)$/).click()
  await expect(dialogOf(page)).toContainText(wearerName)
  await live(page)
})

test('a person who comes later meets the SOS that still waits', async ({ consoles }) => {
  const { imei, wearerName } = await freeDevice(admin, { kind: 'watch' })
  await deviceSays(imei, SOS)
  const page = await consoles.open({ as: 'duty', width: 'phone' })
  await expect(dialogOf(page)).toContainText(wearerName)
})

test('an SOS of another company opens nowhere else', async ({ consoles }) => {
  const site = await Api.logIn('site')
  const { imei } = await freeDevice(site, { kind: 'helmet' })
  const mine = await freeDevice(admin, { kind: 'watch' })
  const page = await consoles.open({ as: admin })
  await live(page)
  await deviceSays(imei, SOS)
  // What comes after it has come, so what did not come by then does not.
  await deviceSays(mine.imei, SOS)
  await expect(dialogOf(page)).toContainText(mine.wearerName)
  await expect(dialogOf(page).getByText(/^1 of/)).toHaveCount(0)
})

test('the siren is armed by a gesture, sounds in one tab only, and falls silent', async ({ consoles }) => {
  const { imei } = await freeDevice(admin, { kind: 'watch' })
  const page = await consoles.open({ as: await logIn(await makeOfficer(admin)) })
  await page.context().addInitScript(() => {
    // Nobody has touched this page yet.
    Object.defineProperty(navigator, 'userActivation', { value: undefined })
    const starts = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (at) {
      document.documentElement.dataset.tones = String(Number(document.documentElement.dataset.tones ?? 0) + 1)
      this.addEventListener('ended', () => {
        document.documentElement.dataset.ended = String(
          Number(document.documentElement.dataset.ended ?? 0) + 1,
        )
      })
      starts.call(this, at)
    }
  })
  await page.reload()
  await page.getByRole('button', { name: 'Enable sound' }).click()
  await expect(page.getByRole('button', { name: 'Sound armed' })).toBeVisible()
  const other = await consoles.tab(page)
  await other.getByRole('button', { name: 'Enable sound' }).click()
  await expect(other.getByRole('button', { name: 'Sound armed' })).toBeVisible()
  await live(page)
  await live(other)
  const sounding = async (tab: Page) => {
    const { tones = '0', ended = '0' } = await tab.evaluate(() => ({
      ...document.documentElement.dataset,
    }))
    return Number(tones) - Number(ended)
  }
  // The short tone that answers the gesture is over.
  await expect.poll(() => sounding(page)).toBe(0)
  await expect.poll(() => sounding(other)).toBe(0)
  await deviceSays(imei, SOS)
  await expect(dialogOf(page)).toBeVisible()
  await expect(dialogOf(other)).toBeVisible()
  const both = async () => [await sounding(page), await sounding(other)].sort()
  await expect.poll(both).toEqual([0, 2])
  await take(page).click()
  await expect.poll(both).toEqual([0, 0])
})

test('an issued card is told once, and confirmed for good', async ({ consoles }) => {
  // Everybody of the company hears of it: the campus has no other tests to disturb.
  const campus = await Api.logIn('campus')
  await clearCards(campus)
  const { imei, name } = await freeDevice(campus)
  const cardInfo = fresh('CARD-')
  const page = await consoles.open({ as: campus })
  await live(page)
  await deviceSays(imei, { code: '5084', cardInfo })
  const dialog = page.getByRole('dialog', { name: 'Message' })
  await expect(dialog).toContainText(cardInfo)
  await expect(dialog).toContainText(name)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toHaveCount(0)
  const pending = await campus.get('message/message/pending')
  expect(pending.data.cards.map(card => card.notice.cardInfo)).not.toContain(cardInfo)
  await page.reload()
  await live(page)
  await expect(dialog).toHaveCount(0)
})

test('alarms are worked off by keyboard alone', async ({ consoles }) => {
  const { imei } = await freeDevice(admin)
  const since = Date.now()
  await deviceSays(imei, { code: '3001', type: 12 }, { code: '3001', type: 22 })
  const page = await consoles.open({
    as: await logIn(await makeOfficer(admin, 'Eve Keys')),
    at: `/AlarmHistory?imei=%22${imei}%22&raisedAtFrom=${since}`,
  })
  const list = page.getByRole('list', { name: 'Alarms' })
  const collision = list.getByRole('listitem').filter({ hasText: 'Collision' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(list.getByRole('button', { name: /^Device fault/ })).toBeFocused()
  await page.keyboard.press('j')
  await expect(list.getByRole('button', { name: /^Collision/ })).toBeFocused()
  await page.keyboard.press('t')
  await expect(collision.getByText('Eve Keys is on the way')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary')).toContainText('Eve Keys')
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Handle' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Nobody was hurt')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Handle' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(async () => {
      const { data } = await admin.get('message/alarm/page', { imei, type: 12 })
      return first(data.list)
    })
    .toMatchObject({ status: 'handled', handledBy: 'Eve Keys', note: 'Nobody was hurt' })
})

test('a new alarm comes in on top while the list is open, and is counted', async ({ consoles }) => {
  const { imei, name } = await freeDevice(admin)
  const page = await consoles.open({ as: admin, at: '/AlarmHistory' })
  await live(page)
  const count = async () =>
    Number((await page.getByRole('heading', { level: 1 }).innerText()).match(/[\d,]+/)?.[0].replace(',', ''))
  await expect.poll(count).toBeGreaterThan(0)
  const before = await count()
  await deviceSays(imei, { code: '3001', type: 8 })
  // An SOS that somebody has taken goes before.
  const top = page
    .getByRole('list', { name: 'Alarms' })
    .getByRole('listitem')
    .filter({ hasNotText: 'SOS' })
    .first()
  await expect(top).toContainText(name)
  await expect(top).toContainText('Smoke')
  await expect(top).toContainText('Critical')
  // Devices of the demo may have raised some of their own meanwhile.
  await expect.poll(count).toBeGreaterThan(before)
})

test('300 alarms in a minute: the list stays usable, and the SOS on top', async ({ consoles }) => {
  const watch = await freeDevice(admin, { kind: 'watch' })
  const noisy = await freeDevice(admin)
  const page = await consoles.open({ as: await logIn(await makeOfficer(admin)), at: '/AlarmHistory' })
  await live(page)
  await deviceSays(watch.imei, SOS)
  await dialogOf(page).getByRole('button', { name: 'Later', exact: true }).click()
  const since = Date.now() - 1000
  const storm = Array.from({ length: 300 }, () => ({ code: '3001', type: 12 }))
  const lines = page.getByRole('list', { name: 'Alarms' }).getByRole('listitem')
  // The list is held still under the eyes: what is less urgent is announced, not pushed in between. Looked for while
  // they come in: a fetch of the list begins the count anew.
  const announced = expect(page.getByRole('button', { name: /^[1-9]\d* new$/ })).toBeVisible()
  await Promise.all([announced, deviceSays(noisy.imei, ...storm)])
  await expect(lines.first()).toContainText(watch.wearerName)
  await expect(lines.first()).toContainText('SOS')
  const { data } = await admin.get('message/alarm/page', { imei: noisy.imei, type: 12, raisedAtFrom: since })
  expect(data.total).toBe(300)
  // It answers to the keyboard.
  await page.keyboard.press('j')
  await expect(lines.first().locator('[data-line]')).toBeFocused()
  const sos = await lines.first().getAttribute('data-alarm')
  await page.keyboard.press('t')
  await expect(page.locator(`[data-alarm="${sos}"]`)).toContainText('is on the way')
})
