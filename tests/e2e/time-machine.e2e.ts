// A past emergency seen again: its way from the emergency, both clocks, a bookmark, a link to the moment, and a place instead.

import * as z from 'zod/mini'
import { emergency as entity } from '../../src/domain/emergency/emergency.ts'
import { Api, expect, first, test } from './console.ts'

test.use({ serviceWorkers: 'block' })

test('an emergency is replayed by what was known then, and a moment can be kept and handed on', async ({
  consoles,
}) => {
  const admin = await Api.logIn('admin')
  const found = await admin.get('message/emergency/page', { state: 'stabilised' })
  const emergency = z.parse(entity.schema, first(found.data.list))
  const page = await consoles.open({ as: admin, at: `/emergencies?emergency=${emergency.id}` })
  const part = (name: string) => page.getByRole('region', { name })
  await page.getByRole('link', { name: 'Replay' }).click()
  const moment = page.getByRole('slider', { name: 'Moment: when it happened' })
  // It begins where the emergency began, not half an hour before.
  await expect(moment).toHaveAttribute('aria-valuenow', String(emergency.startedAt))
  // What a patrol wrote in the cellar came later: with both clocks together it is not known yet.
  await page.getByRole('radio', { name: 'Apart' }).check({ force: true })
  await expect(moment).toHaveAttribute('aria-valuetext', /known by/)
  await page.getByRole('radio', { name: 'Together' }).check({ force: true })
  await moment.focus()
  await page.keyboard.press('PageDown')
  await expect(moment).not.toHaveAttribute('aria-valuenow', String(emergency.startedAt))
  const at = Number(await moment.getAttribute('aria-valuenow'))

  const name = `mark ${Date.now()}`
  await page.getByRole('button', { name: 'Bookmarks' }).click()
  await page.getByRole('textbox', { name: 'Name of this moment' }).fill(name)
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: 'Bookmarks' }).click()
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(moment).toHaveAttribute('aria-valuenow', String(at))
  await page.keyboard.press('Escape')

  // Whatever was around a place: pointed at or typed.
  await page.getByRole('button', { name: 'Change what is shown' }).click()
  await page.getByRole('radio', { name: 'A place' }).check({ force: true })
  await page.getByRole('textbox', { name: 'Longitude' }).fill(String(emergency.longitude))
  await page.getByRole('textbox', { name: 'Latitude' }).fill(String(emergency.latitude))
  await page.getByRole('radio', { name: /^2,000/ }).check({ force: true })
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/around=/)
  await expect(part('Playback')).toBeVisible()
  await expect(page.getByText(/around a place/)).toBeVisible()
})
