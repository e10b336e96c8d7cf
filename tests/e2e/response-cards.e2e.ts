// A response card in people's hands: an SOS, its card ticked and skipped, told in the timeline, with and without a network.
import { Api, type Event, expect, first, live, type Row, test } from './console.ts'
import { deviceSays, freeDevice } from './device.ts'
import { fresh, logIn, makeOfficer } from './people.ts'

const SOS = { code: '3001', type: 15 }

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const lines = async ({ id }: Row) =>
  (await admin.get<Event[]>('message/alarm/timeline', { id })).data.filter(({ kind }) =>
    kind.startsWith('step'),
  )

test('an SOS is worked off by its card, offline too', async ({ consoles }) => {
  const name = fresh('Ida ')
  const device = await freeDevice(admin)
  const raisedAtFrom = Date.now() - 1000
  await deviceSays(device.imei, SOS)
  const found = await admin.get('message/alarm/page', { imei: device.imei, type: SOS.type, raisedAtFrom })
  const row = first(found.data.list)
  const page = await consoles.open({
    as: await logIn(await makeOfficer(admin, name)),
    at: `/AlarmHistory?alarm=${row.id}`,
  })
  await live(page)
  await page.getByRole('button', { name: 'Later' }).click()
  const card = page.getByRole('region', { name: 'Response card' })
  const step = (text: string) => card.getByRole('listitem').filter({ hasText: text })
  const asked = 'Call the person and ask what happened'
  const camera = 'Look at the nearest camera'
  const guard = 'Send the nearest guard to the place'
  await card.getByRole('button', { name: `Done: ${asked}` }).click()
  await expect(step(asked)).toContainText(name)
  await card.getByRole('button', { name: `Skip: ${camera}` }).click()
  await card.getByRole('textbox', { name: 'Why it is skipped' }).fill('No camera there')
  await card.getByRole('button', { name: 'Skip step' }).click()
  const story = page.getByRole('article').getByRole('listitem')
  await expect(story.filter({ hasText: `${name} did: ${asked}` })).toBeVisible()
  await expect(story.filter({ hasText: `${name} skipped: ${camera}` })).toContainText('No camera there')

  // A colleague's tick is there at once.
  await admin.post('message/alarm/respond', {
    ids: [row.id],
    input: { event: `walk-${row.id}`, step: 'callAmbulance', does: 'done' },
  })
  await expect(step('Call an ambulance')).toHaveAttribute('data-state', 'done')

  await page.context().setOffline(true)
  await expect(page.getByText(/^No network/)).toBeVisible()
  await card.getByRole('button', { name: `Done: ${guard}` }).click()
  await expect(step(guard)).toContainText('waits for the network')
  const after = Date.now()
  expect(await lines(row)).toHaveLength(3)
  await page.context().setOffline(false)
  await expect.poll(async () => (await lines(row)).length).toBe(4)
  const kept = first((await lines(row)).filter(({ note }) => note?.includes('sendGuard')))
  expect(kept.at).toBeLessThanOrEqual(after)
  await expect(step(guard)).not.toContainText('waits for the network')
  expect(await lines(row)).toHaveLength(4)

  // Handled, it calls nobody any more.
  await admin.post('message/alarm/handle', { ids: [row.id], input: { note: 'Drill' } })

  // How long it took stands on the page of all cards.
  const cards = await consoles.open({ as: 'admin', at: '/responseCards' })
  const sos = cards.getByRole('article', { name: 'SOS' })
  await expect(sos.getByRole('row').filter({ hasText: asked })).toContainText(/\d+ (sec|s|min)/)
  await sos.getByRole('button', { name: 'Make it your own' }).click()
  const form = cards.getByRole('dialog', { name: 'New: Response card' })
  await form.getByRole('textbox', { name: 'What to do' }).first().fill('Call her twice')
  await form.getByRole('textbox', { name: 'What to do' }).first().press('Alt+ArrowDown')
  await expect(form.getByRole('textbox', { name: 'What to do' }).nth(1)).toHaveValue('Call her twice')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(sos).toContainText('Own · version 1')
  await expect(sos.getByRole('row').nth(2)).toContainText('Call her twice')
  await sos.getByRole('button', { name: 'Delete' }).click()
  await cards.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(sos).toContainText('As shipped')
})
