// Commands to devices: settings for several, breakers that only move now, sounds and texts, and who answers a check.
import type { Page } from 'playwright/test'
import { Api, address, expect, first, live, type Row, test } from './console.ts'
import { connectDevice, type Device, freeDevice, type Heard } from './device.ts'
import { logIn, makeOfficer } from './people.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const result = (page: Page) => page.getByRole('region', { name: 'Result' })
/** What became of the command to one device. */
const lineOf = (page: Page, { name }: Row) =>
  result(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
/** A device that is here and listens; what an earlier walk has sent it is not counted. */
interface Awake extends Device {
  after: number
}

async function awake({ imei }: Row): Promise<Awake> {
  const { data } = await admin.get('device/deviceCommand/page', { imei, size: 1 })
  const device = await connectDevice(imei)
  await device.says({ code: '1001' })
  return { ...device, after: data.list[0]?.id ?? 0 }
}

const commandsTo = ({ heard, after }: Awake, kind: string): Heard[] =>
  heard.filter(message => message.code === '6001' && message.kind === kind && message.id > after)

/** The newest command of a kind that came down to a device, once there are more than before. */
async function nextCommandTo(device: Awake, kind: string, before = 0): Promise<Heard> {
  await expect.poll(() => commandsTo(device, kind).length).toBeGreaterThan(before)
  return first(commandsTo(device, kind).slice(-1))
}

test.describe('settings', () => {
  test('go from the list to several devices; one that sleeps takes them over when it is back', async ({
    consoles,
  }) => {
    const here = await freeDevice(admin, { kind: 'watch' })
    const away = await freeDevice(admin, { kind: 'watch' })
    const device = await awake(here)
    const page = await consoles.open({ as: 'property', at: '/DeviceList?kind=watch' })
    const grid = page.getByRole('grid', { name: 'Devices' })
    for (const { name } of [here, away])
      await grid.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
    const links = page.getByRole('navigation', { name: 'Commands' })
    await links.getByRole('link', { name: 'Distribute settings' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Distribute' })).toBeVisible()
    await live(page)

    await page.getByRole('checkbox', { name: /^Heart rate every/ }).check()
    await page.getByRole('button', { name: 'Check and send' }).click()
    await expect(page.getByText('Must not be empty')).toBeVisible()
    const every = page.getByRole('textbox', { name: 'Heart rate every' })
    await every.fill('0')
    await page.getByRole('button', { name: 'Check and send' }).click()
    await expect(page.getByText('Not below 1')).toBeVisible()
    await every.fill('13')
    await page.getByRole('button', { name: 'Check and send' }).click()
    const question = page.getByRole('dialog', { name: 'Send these settings?' })
    await expect(question).toContainText('1 setting changes on 2 devices.')
    expect(commandsTo(device, 'settings')).toEqual([])
    await question.getByRole('button', { name: 'Send' }).click()

    await expect(result(page).getByText('0 of 2', { exact: true })).toBeVisible()
    await expect(lineOf(page, here)).toContainText('Sent')
    await expect(lineOf(page, away)).toContainText('Waiting')
    const command = await nextCommandTo(device, 'settings')
    expect(command.input).toMatchObject({ heartRateMinutes: 13 })
    await device.says({ code: '6002', id: command.id, result: 'done' })
    await device.says({ code: '6003', settings: command.input })
    await expect(lineOf(page, here)).toContainText('Carried out')
    await expect(result(page).getByText('1 of 2', { exact: true })).toBeVisible()
    await expect(lineOf(page, away)).toContainText('Waiting')

    // What waited for it counts.
    const back = { ...(await awake(away)), after: 0 }
    const late = await nextCommandTo(back, 'settings')
    expect(late.input).toMatchObject({ heartRateMinutes: 13 })
    await expect(lineOf(page, away)).toContainText('Sent')
    await back.says({ code: '6003', settings: late.input })
    await back.says({ code: '6002', id: late.id, result: 'done' })
    await expect(lineOf(page, away)).toContainText('Carried out')
    await expect(result(page).getByText('2 of 2', { exact: true })).toBeVisible()
    await expect(result(page).getByText('Nothing is in progress any more')).toBeVisible()
    // What is shown is an address that can be sent to somebody.
    await expect(page).toHaveURL(/batch=\d+/)
    await page.goto(address(`/DeviceDtail?imei=${away.imei}`))
    await expect(page.getByText('Device: 13', { exact: true })).toBeVisible()
    await device.leaves()
    await back.leaves()
  })

  test('a duty officer has no page to send them from, and may not send them', async ({ consoles }) => {
    const officer = await logIn(await makeOfficer(admin))
    const page = await consoles.open({ as: officer, at: '/distribute' })
    await expect(page.getByRole('heading', { name: 'You may not see this page' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Check and send' })).toHaveCount(0)
    const watch = await freeDevice(admin, { kind: 'watch' })
    const refused = await officer.post('device/order/settings', {
      deviceIds: [watch.id],
      settings: { heartRateMinutes: 5 },
    })
    expect(refused.code).toBe(1403)
  })
})

test.describe('breakers', () => {
  const box = (page: Page, { name }: Row) => page.getByRole('checkbox', { name, exact: true })
  const stands = (page: Page, row: Row) => page.getByRole('listitem').filter({ has: box(page, row) })
  const cutOff = (page: Page) => page.getByRole('button', { name: 'Cut off', exact: true })
  const question = (page: Page) => page.getByRole('dialog', { name: 'Cut off the power?' })
  const confirm = (page: Page) => question(page).getByRole('button', { name: 'Cut off' }).click()

  /** A breaker that is under power, and listens. */
  async function underPower(): Promise<{ row: Row; breaker: Awake }> {
    const row = await freeDevice(admin, { kind: 'breaker' })
    const breaker = await awake(row)
    await breaker.says({ code: '2003', closed: true, locked: false })
    return { row, breaker }
  }

  /** Finds the breaker on the page and ticks it. */
  async function tick(page: Page, row: Row): Promise<void> {
    await page.getByRole('searchbox', { name: 'Search devices' }).fill(row.imei)
    await box(page, row).check()
  }

  test('are cut off after a question that names them, and the result comes by itself', async ({
    consoles,
  }) => {
    const { row, breaker } = await underPower()
    const page = await consoles.open({
      as: await logIn(await makeOfficer(admin, 'Ora Power')),
      at: '/cutoff',
    })
    await live(page)
    await tick(page, row)
    await expect(stands(page, row)).toContainText('Switched on')
    await cutOff(page).click()
    await expect(question(page)).toContainText(row.name)
    await expect(question(page)).toContainText(row.building)
    // Enter alone cuts nothing off.
    await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question(page)).toHaveCount(0)
    expect(commandsTo(breaker, 'switch')).toEqual([])

    await cutOff(page).click()
    await confirm(page)
    const command = await nextCommandTo(breaker, 'switch')
    expect(command.input).toEqual({ mode: 'singleOff' })
    await expect(lineOf(page, row)).toContainText('Sent')
    await breaker.says({ code: '2003', closed: false })
    await breaker.says({ code: '6002', id: command.id, result: 'done' })
    await expect(lineOf(page, row)).toContainText('Carried out')
    await expect(result(page)).toContainText('Ora Power')
    await expect(stands(page, row)).toContainText('Switched off')
    await breaker.says({ code: '2003', closed: true })
    await expect(stands(page, row)).toContainText('Switched on')
    await breaker.leaves()
  })

  test('that are offline are refused, and hear nothing when they are back', async ({ consoles }) => {
    const { row, breaker } = await underPower()
    const page = await consoles.open({ as: await logIn(await makeOfficer(admin)), at: '/cutoff' })
    await live(page)
    await tick(page, row)
    await cutOff(page).click()
    await expect(question(page)).toContainText(row.name)
    // It goes while somebody still reads the question.
    await breaker.says({ code: '1003' })
    await breaker.leaves()
    await confirm(page)
    await expect(page.getByRole('alert').filter({ hasText: 'Device not online' })).toBeVisible()
    await expect(stands(page, row)).toContainText('Device not online')
    await expect(result(page)).toHaveCount(0)
    await page.reload()
    await page.getByRole('searchbox', { name: 'Search devices' }).fill(row.imei)
    await expect(box(page, row)).toBeDisabled()

    const back = await awake(row)
    await back.says({ code: '2003', closed: true })
    await expect(box(page, row)).toBeEnabled()
    expect(commandsTo(back, 'switch')).toEqual([])
    const { data } = await admin.get('device/deviceCommand/page', { imei: row.imei, state: 'waiting,sent' })
    expect(data.total).toBe(0)
    await back.leaves()
  })

  test('are never cut off later: without a network nothing is kept', async ({ consoles }) => {
    const { row, breaker } = await underPower()
    const page = await consoles.open({ as: await logIn(await makeOfficer(admin)), at: '/cutoff' })
    await live(page)
    await tick(page, row)
    await cutOff(page).click()
    await expect(question(page)).toContainText(row.name)
    const asked: string[] = []
    page.on('request', request => {
      if (request.url().includes('/order/switch')) asked.push(request.url())
    })
    await page.context().setOffline(true)
    await confirm(page)
    await expect(page.getByText('Commands are never kept for later')).toBeVisible()
    await expect(cutOff(page)).toBeDisabled()
    await expect(page.getByRole('button', { name: /waits? on this device/ })).toHaveCount(0)
    asked.splice(0)
    await page.context().setOffline(false)
    await live(page)
    await expect(cutOff(page)).toBeEnabled()
    expect(asked).toEqual([])
    expect(commandsTo(breaker, 'switch')).toEqual([])
    await breaker.leaves()
  })

  test('are none of a patrol', async ({ consoles }) => {
    const { row, breaker } = await underPower()
    const patrol = await Api.logIn('patrol')
    const page = await consoles.open({ as: patrol, at: '/cutoff' })
    await expect(page.getByRole('heading', { name: 'You may not see this page' })).toBeVisible()
    const refused = await patrol.post('device/order/switch', {
      deviceIds: [row.id],
      order: { kind: 'switch', input: { mode: 'singleOff' } },
    })
    expect(refused.code).toBe(1403)
    expect(commandsTo(breaker, 'switch')).toEqual([])
    await breaker.leaves()
  })
})

test.describe('voices and checks', () => {
  const chosen = (...rows: Row[]) => `devices=${rows.map(({ id }) => id).join(',')}`
  const chip = (page: Page, { name }: Row) => expect(page.getByText(name).first()).toBeVisible()

  test('an empty text is not sent, a written one is heard', async ({ consoles }) => {
    const row = await freeDevice(admin, { kind: 'watch' })
    const device = await awake(row)
    const page = await consoles.open({ as: 'property', at: `/deviceVoice?${chosen(row)}` })
    await live(page)
    await chip(page, row)
    const speak = page.getByRole('button', { name: 'Speak', exact: true })
    await speak.click()
    await expect(page.getByText('Content to send must not be empty')).toBeVisible()
    const text = page.getByRole('textbox', { name: 'Text to speak' })
    await text.fill('   ')
    await speak.click()
    await expect(page.getByText('Content to send must not be empty')).toBeVisible()
    expect(commandsTo(device, 'speak')).toEqual([])
    await text.fill('Please come to the gate')
    await speak.click()
    const command = await nextCommandTo(device, 'speak')
    expect(command.input).toEqual({ text: 'Please come to the gate' })
    await device.says({ code: '6002', id: command.id, result: 'done' })
    await expect(lineOf(page, row)).toContainText('Heard')
    await device.leaves()
  })

  test("a sound is the one at an address, or the device's own", async ({ consoles }) => {
    const row = await freeDevice(admin, { kind: 'watch' })
    const device = await awake(row)
    const page = await consoles.open({ as: 'property', at: `/audio?${chosen(row)}`, width: 'phone' })
    await live(page)
    await chip(page, row)
    const play = page.getByRole('button', { name: 'Play', exact: true })
    await play.click()
    const own = await nextCommandTo(device, 'audio')
    expect(own.input?.url).toBeUndefined()
    await expect(lineOf(page, row)).toContainText('Sent')
    await device.says({ code: '6002', id: own.id, result: 'done' })
    await expect(lineOf(page, row)).toContainText('Heard')
    await page.getByText('MP3 address').click()
    const at = page.getByRole('textbox', { name: 'MP3 address' })
    await at.fill('not an address')
    await expect(page.getByText('Enter the address of an MP3, or leave it empty')).toBeVisible()
    await expect(play).toBeDisabled()
    await at.fill('https://example.com/evening.mp3')
    await play.click()
    const command = await nextCommandTo(device, 'audio', 1)
    expect(command.input).toEqual({ url: 'https://example.com/evening.mp3' })
    await device.says({ code: '6002', id: command.id, result: 'failed', reason: 'The card is full' })
    await expect(lineOf(page, row)).toContainText('The card is full')
    await device.leaves()
  })

  test('a random check says who pressed the button, and who did not', async ({ consoles }) => {
    const [quick, slow] = [
      await freeDevice(admin, { kind: 'watch' }),
      await freeDevice(admin, { kind: 'watch' }),
    ]
    const [one, other] = [await awake(quick), await awake(slow)]
    const page = await consoles.open({ as: 'property', at: `/randomReload?${chosen(quick, slow)}` })
    await live(page)
    for (const row of [quick, slow]) await chip(page, row)
    const among = page.getByRole('radiogroup', { name: 'Who' })
    await among.getByText('Everybody').click()
    const count = page.getByRole('textbox', { name: 'Sample size' })
    await count.fill('0')
    await expect(page.getByText('From 1 to 1000')).toBeVisible()
    await count.fill('1000')
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByText(/^No more than \d+ devices there can answer$/)).toBeVisible()
    expect([...commandsTo(one, 'check'), ...commandsTo(other, 'check')]).toEqual([])

    await among.getByText('Devices').click()
    await page.getByRole('button', { name: 'Check now' }).click()
    const [asked, unanswered] = [await nextCommandTo(one, 'check'), await nextCommandTo(other, 'check')]
    await expect(result(page).getByText(/left to answer$/)).toBeVisible()
    await one.says({ code: '6002', id: asked.id, result: 'done' })
    await other.says({ code: '6002', id: unanswered.id, result: 'delivered' })
    await expect(lineOf(page, quick)).toContainText('Answered')
    await expect(lineOf(page, slow)).toContainText('Shown on the device')
    const parts = result(page).getByRole('radiogroup', { name: 'Results' })
    await parts.getByText('No answer yet').click()
    await expect(lineOf(page, slow)).toBeVisible()
    await expect(lineOf(page, quick)).toHaveCount(0)
    await parts.getByText('All').click()
    // The device itself gives the question up.
    await other.says({ code: '6002', id: unanswered.id, result: 'failed', reason: 'noAnswer' })
    await expect(lineOf(page, slow)).toContainText('Did not answer')
    await expect(lineOf(page, slow)).toContainText('The device did not answer')
    await expect(result(page).getByRole('button', { name: 'Try 1 again' })).toBeVisible()
    await one.leaves()
    await other.leaves()
  })
})
