// A patrol's round in airplane mode: a cold start without a network, points by hand, a late one with its reason; and once, with
// their own times, when the network is back.
import type { Page } from 'playwright/test'
import { Api, address, expect, first, live, test } from './console.ts'
import { writtenDown } from './kept-in-browser.ts'
import { fresh } from './people.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

interface Visit {
  pointId: number
  way: string
  at: number
  receivedAt: number
  note: string | null
}

interface Round {
  startsAt: number
  visits: Visit[]
}

/** A route that has just begun, of points without a place. */
async function makeRound(points: readonly string[]): Promise<{ name: string; routeId: number }> {
  const name = fresh('Round ')
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Shanghai',
    hour: '2-digit',
    minute: '2-digit',
  }).format(Date.now() - 60_000)
  const [hour = '0', minute = '0'] = clock.split(':')
  const route = {
    name,
    days: [],
    starts: [Number(hour) * 60 + Number(minute)],
    minutes: 60,
    enabled: false,
  }
  const { data } = await admin.post('user/patrolRoute/save', route)
  const routeId = data.id
  for (const [at, point] of points.entries())
    expect(
      await admin.post('user/patrolPoint/save', {
        routeId,
        name: point,
        position: at + 1,
        radius: 30,
        minute: at === 0 ? 1 : 40,
      }),
    ).toMatchObject({ code: 0 })
  await admin.post('user/patrolRoute/save', { ...route, id: routeId, version: data.version, enabled: true })
  return { name, routeId }
}

const visitsOf = async (routeId: number): Promise<Visit[]> => {
  const { data } = await admin.get<{ list: Round[] }>('user/patrolRound/page', { routeId: String(routeId) })
  return first(data.list.toSorted((a, b) => a.startsAt - b.startsAt)).visits
}

test('a round is walked without a network, and told once with its own times', async ({ consoles }) => {
  const { name, routeId } = await makeRound(['Boiler room', 'North stairs', 'Roof door', 'East gate'])
  const phone = await consoles.open({ as: 'patrol', width: 'phone', at: '/myDay' })
  await choose(phone, name)
  await writtenDown(phone)

  await phone.context().setOffline(true)
  await phone.goto(address('/myDay'))
  await phone.reload()
  await expect(phone.getByText(/^No network/)).toBeVisible()
  await choose(phone, name)

  const before = Date.now()
  await reachByHand(phone, 'Label is torn')
  await expect(phone.getByText('To be sent')).toBeVisible()

  // The first was due a minute after the beginning, and nobody was there in time.
  const dialog = phone.getByRole('dialog')
  const late = phone.getByRole('listitem').filter({ hasText: 'Boiler room' })
  if (await late.getByRole('button', { name: 'Say why' }).isVisible()) {
    await late.getByRole('button', { name: 'Say why' }).click()
    await dialog.getByRole('button', { name: 'Save the reason' }).click()
    await expect(dialog.getByText('Say why, in a few words')).toBeVisible()
    await dialog.getByRole('textbox').fill('Helped a resident')
    await dialog.getByRole('button', { name: 'Save the reason' }).click()
  }
  const after = Date.now()
  expect(await visitsOf(routeId)).toEqual([])

  await phone.context().setOffline(false)
  await live(phone)
  await expect.poll(async () => (await visitsOf(routeId)).length).toBeGreaterThan(0)
  await expect(phone.getByText('To be sent')).toHaveCount(0)
  await expect(phone.getByText('Delivered').first()).toBeVisible()
  const visits = await visitsOf(routeId)
  const byHand = visits.filter(({ way }) => way === 'hand')
  expect(byHand).toHaveLength(1)
  expect(first(byHand)).toMatchObject({ note: 'Label is torn' })
  expect(first(byHand).at).toBeGreaterThanOrEqual(before - 5_000)
  expect(first(byHand).at).toBeLessThanOrEqual(after + 5_000)
  expect(first(byHand).receivedAt).toBeGreaterThan(first(byHand).at)

  await phone.reload()
  await expect(phone.getByText('Delivered').first()).toBeVisible()
  expect(await visitsOf(routeId)).toEqual(visits)

  // The same round goes on at whatever stands nearest.
  for (const [more, width] of (['tablet', 'desktop'] as const).entries()) {
    const page = await consoles.open({ as: 'patrol', width, at: '/myDay' })
    await choose(page, name)
    await writtenDown(page)
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByText(/^No network/)).toBeVisible()
    await reachByHand(page, `Seen from a ${width}`)
    await page.context().setOffline(false)
    await live(page)
    await expect.poll(async () => (await visitsOf(routeId)).length).toBe(visits.length + more + 1)
  }
})

test('a round that was begun stays, and another one is a touch away', async ({ consoles }) => {
  const begun = await makeRound(['Boiler room', 'North stairs'])
  const phone = await consoles.open({ as: 'patrol', width: 'phone', at: '/myDay' })
  await choose(phone, begun.name)
  await reachByHand(phone, 'Label is torn')
  await expect.poll(async () => (await visitsOf(begun.routeId)).length).toBe(1)

  const further = await makeRound(['Pump house'])
  await phone.reload()
  const shown = phone.getByRole('region', { name: 'Round' })
  const others = phone.getByRole('list', { name: 'Other rounds now' })
  await expect(shown.getByText(begun.name)).toBeVisible()
  await others.getByRole('button', { name: further.name }).click()
  await expect(shown.getByText('Pump house')).toBeVisible()
  await expect(others.getByRole('button', { name: begun.name })).toContainText('1 of 2')
  await reachByHand(phone, 'Label is gone')
  await expect.poll(async () => (await visitsOf(further.routeId)).length).toBe(1)
})

/** Shows a round of those that are on: the demo walks its own, at its hours. */
async function choose(page: Page, name: string): Promise<void> {
  await expect(page.getByText(name)).toBeVisible()
  const other = page.getByRole('list', { name: 'Other rounds now' }).getByRole('button', { name })
  if (await other.isVisible()) await other.click()
  await expect(page.getByRole('region', { name: 'Round' }).getByText(name)).toBeVisible()
}

/** The next point of the round, with the reason why its label is not scanned. */
async function reachByHand(page: Page, why: string): Promise<void> {
  await page.getByRole('button', { name: 'The label cannot be read' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(why)
  await dialog.getByRole('button', { name: 'Point reached' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Who the patrol of the demo is among the people at work. */
async function patrolAtWork(): Promise<number> {
  const patrol = await Api.logIn('patrol')
  const { data } = await admin.get<{ list: { id: number; accountId: number | null }[] }>('user/worker/page', {
    size: 500,
  })
  return first(data.list.filter(({ accountId }) => accountId === patrol.user.id)).id
}

test('punches and opens work without a network', async ({ consoles }) => {
  const title = fresh('Change the call point ')
  const dueOn = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(Date.now())
  expect(
    await admin.post('user/workItem/save', { title, assigneeId: await patrolAtWork(), dueOn }),
  ).toMatchObject({ code: 0 })
  const phone = await consoles.open({ as: 'patrol', width: 'phone', at: '/myDay' })
  const waits = phone.getByRole('region', { name: 'Waits for you' })
  await expect(waits.getByText(title)).toBeVisible()
  // What can be done without a network is fetched while there is one.
  await phone.waitForResponse(response => response.url().includes('/user/workItem/page?'), {
    timeout: 30_000,
  })
  await phone.waitForResponse(response => response.url().includes('/user/workLog/page?'), { timeout: 30_000 })
  await writtenDown(phone)

  await phone.context().setOffline(true)
  await phone.reload()
  await expect(phone.getByText(/^No network/)).toBeVisible()
  await phone.getByRole('button', { name: /^Punch now/ }).click()
  await expect(phone.getByText('1 punch waits for the network')).toBeVisible({ timeout: 15_000 })
  await waits.getByRole('link', { name: title }).click()
  await expect(phone.getByRole('heading', { name: title })).toBeVisible()

  await phone.goto(address('/myDay'))
  await phone.context().setOffline(false)
  await live(phone)
  await expect(phone.getByText(/^Punched \d\d:\d\d/)).toBeVisible()
  await expect(phone.getByText('1 punch waits for the network')).toHaveCount(0)
})
