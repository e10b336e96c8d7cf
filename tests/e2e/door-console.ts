// A console at which a door rings: who sits there, its drawer, its dialog, its buttons.
import type { Page } from 'playwright/test'
import { RING_SECONDS } from '../../src/domain/intercom/call.ts'
import { type Api, type Consoles, expect, type Opening } from './console.ts'
import { type Door, keepLines } from './door-unit.ts'
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

const pressAnswer = (page: Page) =>
  drawerOf(page)
    .getByRole('button', { name: /^Answer/ })
    .click({ timeout: (RING_SECONDS + 5) * 1000 })

/**
 * The visitor presses, and this console answers. A call rings for half a minute: where a machine that others load draws
 * its drawer later than that, the visitor presses again, as visitors do. How fast the drawer comes, a bench says.
 */
export async function ringAndAnswer(
  page: Page,
  { at }: Pick<Door, 'at'>,
  press: () => Promise<void> = () => pressAnswer(page),
): Promise<void> {
  await expect(async () => {
    at.ring({ roomNo: '0302' })
    await press()
    await at.until('standing')
  }).toPass({ timeout: 150_000 })
  await expect(dialogOf(page)).toBeVisible()
  await expect(page.locator('[data-line="connected"]')).toBeVisible()
}

export async function answer(page: Page): Promise<void> {
  await pressAnswer(page)
  await expect(dialogOf(page)).toBeVisible()
  await expect(page.locator('[data-line="connected"]')).toBeVisible()
}

export async function hangUp(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Hang up' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
}
