// Videos of body-worn recorders in a real browser: uploaded in parts over a line that breaks and a page that is loaded anew, then
// found in the list.
import { createHash } from 'node:crypto'
import type { Page } from 'playwright/test'
import { PART_BYTES } from '../../src/domain/recordings/part-upload.ts'
import { smallVideo } from '../fakes/small-video.ts'
import { findings } from './axe.ts'
import { Api, expect, first, test } from './console.ts'
import { fresh } from './people.ts'

let property: Api
test.beforeAll(async () => {
  property = await Api.logIn('property')
})

const PARTS = '**/api/user/recording/upload/part'

const choose = async (page: Page, name: string, buffer: Buffer) => {
  await page.getByRole('button', { name: 'Upload video' }).click()
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'video/mp4', buffer })
}
const rowOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name })

test('a recorder video outlives a lost line and a reload, and arrives as it was', async ({ consoles }) => {
  const name = `${fresh('patrol-')}.mp4`
  const takenAt = Date.UTC(2026, 3, 2, 1, 2, 3)
  const buffer = smallVideo({
    bytes: 3 * PART_BYTES + 10,
    durationS: 75,
    takenAt,
    place: '+31.2304+121.4737/',
  })
  const page = await consoles.open({ as: property, at: '/jzvideo' })
  await expect(page.getByRole('heading', { name: 'Recorder video', level: 1 })).toBeVisible()

  // The line breaks with the second part.
  let sent = 0
  await page.route(PARTS, route => (++sent > 1 ? route.abort('connectionfailed') : route.continue()))
  await choose(page, name, buffer)
  await expect(rowOf(page, name)).toContainText('waiting for the connection')

  // Whoever loads the page anew finds how far it was, and goes on from there.
  await page.reload()
  await expect(rowOf(page, name)).toContainText('Stopped at 33%')
  await page.unroute(PARTS)
  const again: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/recording/upload/part')) again.push(request.url())
  })
  await rowOf(page, name).getByRole('button', { name: 'Choose the file again' }).click()
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'video/mp4', buffer })
  await expect(rowOf(page, name).getByRole('img', { name: 'Uploaded' })).toBeVisible({ timeout: 20_000 })
  expect(again).toHaveLength(3)

  const { data } = await property.get<{
    list: { id: number; bytes: number; startedAt: number; latitude: number }[]
  }>('user/recording/page', { name })
  const row = first(data.list)
  expect(row).toMatchObject({ bytes: buffer.length, startedAt: takenAt, latitude: 31.2304 })
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  expect(await findings(page)).toEqual([])
  const played = await property.post('user/recording/play', { id: row.id })
  const { tracks } = played.data as unknown as { tracks: { url: string }[] }
  const bytes = await page.request.get(new URL(first(tracks).url, page.url()).href)
  const digest = (of: Uint8Array) => createHash('sha256').update(of).digest('hex')
  expect(digest(await bytes.body())).toBe(digest(buffer))
})

test('another file of the same name is told apart, and given up on a phone', async ({ consoles }) => {
  const name = `${fresh('walk-')}.mp4`
  const bytes = 2 * PART_BYTES + 10
  const page = await consoles.open({ as: property, at: '/jzvideo', width: 'phone' })
  let sent = 0
  await page.route(PARTS, route => (++sent > 1 ? route.abort('connectionfailed') : route.continue()))
  await choose(page, name, smallVideo({ bytes }))
  await expect(rowOf(page, name)).toContainText('waiting for the connection')
  await page.reload()
  await page.unroute(PARTS)
  await rowOf(page, name).getByRole('button', { name: 'Choose the file again' }).click()
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'video/mp4', buffer: smallVideo({ bytes }) })
  await expect(rowOf(page, name).getByRole('alert')).toContainText('This is not the file')
  await rowOf(page, name)
    .getByRole('button', { name: `Give ${name} up` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click()
  await expect(rowOf(page, name)).toHaveCount(0)
  const { data } = await property.get<{ name: string }[]>('user/recording/uploads')
  expect(data.map(each => each.name)).not.toContain(name)
})

test('what is no video is refused in words, and who may not upload is offered nothing', async ({
  consoles,
}) => {
  const name = `${fresh('notes-')}.mp4`
  const page = await consoles.open({ as: property, at: '/jzvideo' })
  await choose(page, name, Buffer.from('no film at all '.repeat(100)))
  await expect(rowOf(page, name).getByRole('alert')).toBeVisible({ timeout: 20_000 })
  const duty = await consoles.open({ as: 'duty', at: '/jzvideo' })
  await expect(duty.getByRole('heading', { name: 'Recorder video', level: 1 })).toBeVisible()
  await expect(duty.getByRole('button', { name: 'Upload video' })).toHaveCount(0)
})
