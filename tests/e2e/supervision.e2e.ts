// An officer's incident, from the strap that comes loose to its end; and a look at what is confidential.
import type { Page } from 'playwright/test'
import { Api, expect, first, test } from './console.ts'
import { deviceSays } from './device.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

interface Person {
  id: number
  name: string
  imei: string | null
}

let duty: Api
test.beforeAll(async () => {
  duty = await Api.logIn('duty')
})

/** Somebody under supervision whom no earlier walk has an open incident of. */
async function calmPerson(order: number): Promise<{ id: number; name: string; imei: string }> {
  const { data } = await duty.get<{ list: Person[] }>('user/monitoredPerson/page', {
    state: 'supervised',
    size: 50,
    sort: 'name',
  })
  const { id, name, imei } = first(data.list.filter(each => each.imei !== null).slice(order))
  return { id, name, imei: imei ?? '' }
}

const card = (page: Page) => page.getByRole('article', { name: 'Strap loose' }).first()

async function dialogStep(page: Page, button: string, note: string): Promise<void> {
  await card(page).getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'What was done' }).fill(note)
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toBeHidden()
}

for (const [order, width] of (['phone', 'tablet', 'desktop'] as const).entries())
  test(`a strap comes loose, and an officer brings it to its end, on a ${width}`, async ({ consoles }) => {
    const person = await calmPerson(order)
    const page = await consoles.open({ as: duty, at: '/regulatoryList', width })
    await expect(page.getByText(person.name).first()).toBeVisible()
    await deviceSays(person.imei, { code: '2003', footRing: 1 })
    await page.goto(page.url().replace(/#.*/, `#/regulatoryUser?id=${person.id}`))
    await expect(card(page)).toBeVisible({ timeout: 15_000 })
    await expect(card(page).getByText('Open', { exact: true })).toBeVisible()

    await card(page).getByRole('button', { name: 'Acknowledge' }).click()
    await expect(card(page).getByText('Acknowledged', { exact: true }).first()).toBeVisible()
    await dialogStep(page, 'Note a contact', 'At home, the strap slipped')
    // Tight again: said, and nothing ends by itself.
    await deviceSays(person.imei, { code: '2003', footRing: 0 })
    await expect(card(page).getByText(/The strap is tight again/)).toBeVisible({ timeout: 15_000 })
    await dialogStep(page, 'Send somebody', 'Patrol two')
    await card(page).getByRole('button', { name: 'Close', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Outcome' }).click()
    await page.getByRole('option', { name: 'Fault of the device' }).click()
    await dialog.getByRole('textbox', { name: 'What was done' }).fill('Strap replaced')
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(card(page).getByText('Fault of the device')).toBeVisible()
  })

test('what is confidential is shown with a reason', async ({ consoles }) => {
  const admin = await Api.logIn('admin')
  const person = await calmPerson(0)
  const page = await consoles.open({ as: admin, at: `/regulatoryUser?id=${person.id}` })
  await page.getByRole('button', { name: 'Show what is confidential' }).click()
  await page.getByRole('textbox', { name: 'Why do you look?' }).fill('Visit of the family')
  // The menu has a button of this name too where it is folded.
  await page.getByRole('main').getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('Emergency contact')).toBeVisible()
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(page.getByText('Emergency contact')).toBeHidden()
})
