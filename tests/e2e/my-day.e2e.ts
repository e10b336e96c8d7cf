// A patrol's round in airplane mode: a cold start without a network, points by hand, a late one with its reason; and once, with
// their own times, when the network is back.
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
  const { name, routeId } = await makeRound(['Boiler room', 'North stairs', 'Roof door'])
  const phone = await consoles.open({ as: 'patrol', width: 'phone', at: '/myDay' })
  await expect(phone.getByText(name)).toBeVisible()
  await writtenDown(phone)

  await phone.context().setOffline(true)
  await phone.goto(address('/myDay'))
  await phone.reload()
  await expect(phone.getByText(/^No network/)).toBeVisible()
  await expect(phone.getByText(name)).toBeVisible()

  const before = Date.now()
  await phone.getByRole('button', { name: 'The label cannot be read' }).click()
  const dialog = phone.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Label is torn')
  await dialog.getByRole('button', { name: 'Point reached' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(phone.getByText('To be sent')).toBeVisible()

  // The first was due a minute after the beginning, and nobody was there in time.
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
})
