// A console at which a door rings: who sits there, its drawer, its dialog, its buttons.
import type { Page } from 'playwright/test'
import { type Api, type Consoles, expect, type Opening } from './console.ts'
import { keepLines } from './door-unit.ts'
import { fresh, logIn, makeOfficer } from './people.ts'

export const drawerOf = (page: Page) => page.getByRole('alertdialog')
export const dialogOf = (page: Page) =>
  page.locator('dialog:has([data-phase="talking"], [data-phase="ended"])')

/** A duty officer whom nobody else is, at a console that hears the broker. */
export async function officer(consoles: Consoles, admin: Api, opening: Opening = {}) {
  const name = fresh('Ona ')
  const api = await logIn(await makeOfficer(admin, name))
  const page = await consoles.open({ prepare: keepLines, at: '/DeviceList', as: api, ...opening })
  await heard(page)
  return { name, api, page }
}

/** Waits until the console hears the broker, in either language. */
export const heard = (page: Page) => expect(page.getByText(/^(Live|实时)$/)).toBeVisible()

export async function answer(page: Page): Promise<void> {
  await drawerOf(page)
    .getByRole('button', { name: /^Answer/ })
    .click()
  await expect(dialogOf(page)).toBeVisible()
  await expect(page.locator('[data-line="connected"]')).toBeVisible()
}

export async function hangUp(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Hang up' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
}
