// Alarms in people's hands: acknowledged, assigned, passed up, ruled, kept quiet during a test, and counted.
import type { Page } from 'playwright/test'
import { Api, address, type Event, expect, first, live, lookOut, type Row, test } from './console.ts'
import { deviceSays, freeDevice } from './device.ts'
import { fresh, logIn, makeOfficer } from './people.ts'

const COLLISION = { code: '3001', type: 12 }
const MUTED = { code: '3001', type: 23 }

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

/** A new alarm of a device, as it is stored. */
async function raise({ imei }: Row, message: { code: string; type: number } = COLLISION): Promise<Row> {
  const raisedAtFrom = Date.now() - 1000
  await deviceSays(imei, message)
  const { data } = await admin.get('message/alarm/page', { imei, type: message.type, raisedAtFrom })
  return first(data.list)
}

const read = async ({ id }: Row) => (await admin.get('message/alarm/get', { id })).data
const timeline = async ({ id }: Row) => (await admin.get<Event[]>('message/alarm/timeline', { id })).data
const kinds = async (row: Row) =>
  (await timeline(row)).map(event => event.kind).filter(kind => kind !== 'told' && kind !== 'repeated')

/** The list with what one device has raised since then. */
const listOf = ({ imei }: Row, since: number) => `/AlarmHistory?imei=%22${imei}%22&raisedAtFrom=${since}`
const lines = (page: Page) => page.getByRole('list', { name: 'Alarms' }).getByRole('listitem')
const lineOf = (page: Page, { id }: Row) => page.locator(`[data-alarm="${id}"]`)

/** Writes into the dialog of a command and sends it, by keys alone. */
async function write(page: Page, name: string, text: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name }).press('Enter')
  await expect(dialog).toHaveCount(0)
}

test('an alarm is acknowledged, assigned, commented on and passed up by keyboard alone', async ({
  consoles,
}) => {
  const [mine, hers] = [fresh('Ida '), fresh('Bea ')]
  const device = await freeDevice(admin)
  const since = Date.now() - 1000
  const row = await raise(device)
  const colleague = await consoles.open({ as: await logIn(await makeOfficer(admin, hers)), at: '/newPage1' })
  await live(colleague)
  const page = await consoles.open({
    as: await logIn(await makeOfficer(admin, mine)),
    at: listOf(device, since),
  })
  await expect(lines(page)).toHaveCount(1)
  await live(page)

  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(lineOf(page, row)).toContainText(`Seen by ${mine}`)
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Assign' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(hers)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox')).toHaveValue(new RegExp(`^${hers}`))
  await page.keyboard.press('Tab')
  await page.keyboard.type('You are closer')
  await dialog.getByRole('button', { name: 'Assign' }).press('Enter')
  await expect(page.getByText('Assigned. They are notified.')).toBeVisible()
  await expect(lineOf(page, row)).toContainText(`For ${hers}`)
  await page.keyboard.press('c')
  await write(page, 'Comment', 'The gate is open')
  await page.keyboard.press('u')
  await write(page, 'Escalate', 'Nobody answers the phone')
  await expect(lineOf(page, row)).toContainText('Level 1 of 3')

  // The colleague is told, finds it under her own ones and takes it.
  const told = colleague.getByRole('grid').getByRole('row').filter({ hasText: 'Assigned to you' })
  await expect(told).toContainText(device.name)
  await expect(
    colleague.getByRole('button', { name: /^Message centre: \d+ unread messages?$/ }),
  ).toBeVisible()
  await colleague.goto(address('/AlarmHistory'))
  await colleague.getByRole('radiogroup', { name: 'Which alarms' }).getByText('For me').click()
  await expect(lines(colleague)).toHaveCount(1)
  await expect(lineOf(colleague, row)).toContainText(`Seen by ${mine}`)
  await colleague.keyboard.press('j')
  await colleague.keyboard.press('t')
  await expect(lineOf(colleague, row)).toContainText(`${hers} is on the way`)
  await colleague.getByRole('radiogroup', { name: 'Which alarms' }).getByText('Mine').click()
  await expect(lineOf(colleague, row)).toBeVisible()
  await expect(lineOf(page, row)).toContainText(`${hers} is on the way`)

  // Whoever comes later reads the whole story.
  await page.keyboard.press('o')
  const story = page.getByRole('complementary').getByRole('listitem')
  for (const words of [
    'Raised by the device',
    `${mine} acknowledged it`,
    `${mine} assigned it to ${hers}`,
    'The gate is open',
    'Nobody answers the phone',
    `${hers} took it`,
  ])
    await expect(story.filter({ hasText: words })).toHaveCount(1)
  await colleague.keyboard.press('j')
  await colleague.keyboard.press('e')
  await write(colleague, 'Handle', 'All is well')
  await expect.poll(() => read(row)).toMatchObject({ status: 'handled', handledBy: hers })
})

test('two officers press at once: one has the alarm, the other reads who', async ({ consoles }) => {
  const names = [fresh('Cy '), fresh('Di ')]
  const device = await freeDevice(admin)
  const since = Date.now() - 1000
  const row = await raise(device)
  const pages: Page[] = []
  for (const name of names) {
    const page = await consoles.open({
      as: await logIn(await makeOfficer(admin, name)),
      at: listOf(device, since),
    })
    await expect(lines(page)).toHaveCount(1)
    await live(page)
    pages.push(page)
  }
  const losing = await Promise.all(pages.map(page => lookOut(page, 'has taken this alarm')))
  const winning = await Promise.all(pages.map(page => lookOut(page, 'You have taken it')))
  // Neither order leaves before both have pressed.
  let pressed = 0
  for (const page of pages) {
    await page.route('**/message/alarm/take', async route => {
      pressed += 1
      await expect.poll(() => pressed).toBe(2)
      await route.continue()
    })
    await page.keyboard.press('j')
    await page.keyboard.press('t')
  }
  await expect.poll(async () => (await read(row)).status).toBe('taken')
  const { takenBy } = await read(row)
  expect(names).toContain(takenBy)
  for (const page of pages) await expect(lineOf(page, row)).toContainText(`${takenBy} is on the way`)
  const [winner, loser] = takenBy === names[0] ? [0, 1] : [1, 0]
  await losing[loser]?.()
  await winning[winner]?.()
  expect(await kinds(row)).toEqual(['raised', 'taken'])
  await admin.post('message/alarm/handle', { ids: [row.id], input: { note: 'Both went' } })
})

test('what is acknowledged without a network counts from when it was done', async ({ consoles }) => {
  const name = fresh('Flo ')
  const device = await freeDevice(admin)
  const since = Date.now() - 1000
  const row = await raise(device)
  const page = await consoles.open({
    as: await logIn(await makeOfficer(admin, name)),
    at: listOf(device, since),
  })
  await expect(lines(page)).toHaveCount(1)
  await live(page)
  await page.context().setOffline(true)
  await expect(page.getByText(/^No network/)).toBeVisible()
  const before = Date.now()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(lineOf(page, row)).toContainText('Acknowledgement pending until the network is back')
  await expect(lineOf(page, row)).toContainText(`Seen by ${name}`)
  const after = Date.now()
  expect(await kinds(row)).toEqual(['raised'])
  await expect(page.getByRole('button', { name: '1 change waits on this device' })).toBeVisible()

  const back = Date.now()
  await page.context().setOffline(false)
  await expect.poll(() => kinds(row)).toEqual(['raised', 'acknowledged'])
  await expect(lineOf(page, row).getByText('Acknowledgement pending until the network is back')).toHaveCount(
    0,
  )
  const event = first((await timeline(row)).filter(({ kind }) => kind === 'acknowledged'))
  expect(event.userName).toBe(name)
  expect(event.at).toBeGreaterThanOrEqual(before)
  expect(event.at).toBeLessThanOrEqual(after)
  expect(event.recordedAt).toBeGreaterThanOrEqual(back)
  await admin.post('message/alarm/handle', { ids: [row.id], input: { note: 'Seen' } })
})

test('a rule makes a type critical, and says who is told', async ({ consoles }) => {
  const [called, spared] = [fresh('Gus '), fresh('Hal ')]
  const [named, other] = [await makeOfficer(admin, called), await makeOfficer(admin, spared)]
  const title = fresh('Muted at night ')
  const device = await freeDevice(admin)
  const page = await consoles.open({ as: 'admin', at: '/AlarmHistory?tab=rules' })
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('dialog', { name: 'New: Alarm rule' })
  await form.getByRole('textbox', { name: 'Name' }).fill(title)
  await form.getByRole('combobox', { name: 'Alarm types' }).fill('Muted')
  await page.getByRole('option', { name: 'Muted', exact: true }).click()
  await form.getByRole('combobox', { name: 'Severity' }).click()
  await page.getByRole('option', { name: 'Critical', exact: true }).click()
  await form.getByRole('combobox', { name: 'People', exact: true }).fill(called)
  await page.getByRole('option').filter({ hasText: called }).click()
  await expect(form.getByRole('complementary')).toContainText(`notify ${called} by`)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  const card = page
    .getByRole('list', { name: 'Alarm rules' })
    .getByRole('listitem')
    .filter({ hasText: title })
  await expect(card).toContainText('When Muted')
  await expect(card).toContainText('treat it as Critical')
  await expect(card).toContainText(called)
  const { data } = await admin.get('message/alarmRule/page', { name: title })
  const rule = first(data.list)
  try {
    const row = await raise(device, MUTED)
    const [his, hers] = [await logIn(named), await logIn(other)]
    const of = async (person: Api) =>
      (await person.get('message/notice/page', { size: 50 })).data.list.filter(
        ({ imei }) => imei === device.imei,
      )
    await expect.poll(async () => (await of(his)).length).toBe(1)
    expect(await of(hers)).toEqual([])
    await page.goto(address(`/AlarmHistory?alarm=${row.id}`))
    await expect(page.getByText('Critical', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(title)).toBeVisible()
    await expect(page.getByText('1 in the message centre')).toBeVisible()
    await admin.post('message/alarm/handle', { ids: [row.id], input: { note: 'As the rule says' } })
  } finally {
    await admin.post('message/alarmRule/remove', { ids: [rule.id] })
  }
})

test('a test window keeps the alarms of a device from people, counts them, and is ended', async ({
  consoles,
}) => {
  const device = await freeDevice(admin)
  const since = Date.now() - 1000
  const page = await consoles.open({
    as: await logIn(await makeOfficer(admin)),
    at: `/DeviceDtail?imei=${device.imei}`,
  })
  await page.getByRole('link', { name: 'Put on test' }).click()
  const form = page.getByRole('dialog', { name: 'New: Test window' })
  await expect(form.getByRole('combobox', { name: 'Device' })).toHaveValue(new RegExp(device.name))
  const reason = fresh('New detector ')
  await form.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await live(page)

  const hidden = await raise(device)
  expect(hidden).toMatchObject({ onTest: true })
  await page.goto(address(listOf(device, since)))
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.goto(address(`/DeviceDtail?imei=${device.imei}`))
  await page.getByRole('link', { name: /^On test/ }).click()
  await expect(page).toHaveURL(/tab=tests/)
  await page.reload()
  const panel = page.getByRole('complementary', { name: reason })
  await expect(panel).toContainText(device.name)
  await expect(panel).toContainText(/Hidden alarms\s*1/)
  await panel.getByRole('button', { name: 'End now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
  await expect(page.getByText('The test has ended')).toBeVisible()

  const heard = await raise(device)
  expect(heard).toMatchObject({ onTest: false })
  await page.goto(address(listOf(device, since)))
  await expect(lines(page)).toHaveCount(1)
  await expect(lineOf(page, heard)).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Which alarms' }).getByText('All').click()
  await expect(lineOf(page, hidden)).toContainText('On test')
  await admin.post('message/alarm/handle', { ids: [hidden.id, heard.id], input: { note: 'Tested' } })
})

test('a test window ends by itself, under the eyes of who looks', async ({ consoles }) => {
  const device = await freeDevice(admin)
  const opening = Date.now()
  const page = await consoles.open({
    as: await logIn(await makeOfficer(admin)),
    at: `/DeviceDtail?imei=${device.imei}`,
  })
  await expect(page.getByRole('link', { name: 'Put on test' })).toBeVisible()
  // Long enough for this machine to open the page again before it ends.
  const now = Date.now()
  const endsAt = now + 5_000 + 2 * (now - opening)
  const saved = await admin.post('message/alarmTest/save', {
    reason: fresh('Short test '),
    deviceId: device.id,
    types: [],
    startsAt: Date.now() - 60_000,
    endsAt,
  })
  expect(saved.code).toBe(0)
  await page.reload()
  await expect(page.getByRole('link', { name: /^On test/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Put on test' })).toBeVisible({
    timeout: endsAt - now + 30_000,
  })
  expect(Date.now()).toBeGreaterThanOrEqual(endsAt)
  const row = await raise(device)
  expect(row).toMatchObject({ onTest: false })
  await admin.post('message/alarm/handle', { ids: [row.id], input: { note: 'Heard again' } })
})

test('a bar of the statistics leads to the alarms it stands for', async ({ consoles }) => {
  const device = await freeDevice(admin)
  const row = await raise(device)
  const page = await consoles.open({ as: await logIn(await makeOfficer(admin)), at: '/alarmTongji' })
  const bar = page.getByRole('list', { name: 'Alarms by type' }).getByRole('link', { name: /^Collision/ })
  const count = Number(
    /^Collision: ([\d,]+)/.exec((await bar.getAttribute('title')) ?? '')?.[1]?.replace(',', ''),
  )
  expect(count).toBeGreaterThan(0)
  await bar.click()
  await expect(page).toHaveURL(/AlarmHistory\?.*type=collision/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Alarms ${count.toLocaleString('en')}`)
  await expect(lineOf(page, row)).toBeVisible()
  await expect(lines(page).filter({ hasNotText: 'Collision' })).toHaveCount(0)
  await page.goBack()
  await expect(bar).toBeVisible()
  await admin.post('message/alarm/handle', { ids: [row.id], input: { note: 'Counted' } })
})
