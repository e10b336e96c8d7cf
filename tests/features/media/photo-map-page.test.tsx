// Photos beside the map in a real browser: the list, the panel of one, what has no place, and every state of the page.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PhotoMapPage } from '../../../src/features/media/photo-map-page.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import '../../../src/resource/later-error-words.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
/** As the server sends it: the state is a digit. */
const photo = (id: number, more: object = {}) => ({
  id,
  version: 1,
  createdAt: 1,
  updatedAt: 1,
  name: `Gate ${id}`,
  note: null,
  url: PIXEL,
  contentType: 'image/gif',
  bytes: 43,
  width: 1,
  height: 1,
  state: 0,
  reason: null,
  reasonNote: null,
  pinned: false,
  published: false,
  publishedAt: null,
  takenAt: 1_790_000_000_000,
  latitude: 30.28 + id / 1_000,
  longitude: 120.13,
  accuracyMetres: 8,
  place: 'North gate',
  deviceId: null,
  deviceName: null,
  departmentId: null,
  departmentName: null,
  userId: 7,
  userName: 'Mei',
  judgedById: null,
  judgedByName: null,
  judgedAt: null,
  changedByName: null,
  undoable: false,
  source: 'camera',
  ...more,
})

let rows: { id: number }[]
let failing: boolean
let asked: URL[]

const answer = (data: unknown) =>
  new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
const server: typeof fetch = async input => {
  const url = new URL(String(input), location.href)
  if (!url.pathname.includes('/photo/')) return answer({})
  asked.push(url)
  if (failing) return new Response('', { status: 500 })
  if (url.pathname.endsWith('/get'))
    return answer(rows.find(({ id }) => String(id) === url.searchParams.get('id')))
  const q = url.searchParams.get('q')
  const list = q ? [] : rows
  return answer({ list, total: list.length })
}

beforeEach(async () => {
  await page.viewport(1440, 900)
  rows = [photo(1), photo(2, { state: 1, published: true, latitude: null, longitude: null })]
  failing = false
  asked = []
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(() => endSession('logout'))

const tile = (name: string) =>
  page.getByRole('list', { name: 'Photos' }).getByRole('button', { name: new RegExp(`^${name} `) })

test('each photo stands in the list with its state; one without a place says so', async () => {
  await renderScreen(<PhotoMapPage />)
  await expect.element(tile('Gate 1')).toBeVisible()
  await expect.element(tile('Gate 1').getByText('In review')).toBeVisible()
  await expect.element(tile('Gate 2').getByText('Approved')).toBeVisible()
  await expect.element(tile('Gate 2').getByText('No position')).toBeVisible()
  expect(tile('Gate 1').getByText('No position').query()).toBeNull()
})

test('one that is chosen opens beside, stands in the address, and closes again', async () => {
  const shown = await renderScreen(<PhotoMapPage />)
  await tile('Gate 1').click()
  await expect.poll(() => shown.search().open).toBe(1)
  await expect.element(page.getByRole('heading', { name: 'Gate 1' })).toBeVisible()
  await expect.element(tile('Gate 1')).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Close the panel' }).click()
  await expect.poll(() => shown.search().open).toBeUndefined()
})

test('a search without a match says so and keeps the words in the address', async () => {
  const shown = await renderScreen(<PhotoMapPage />)
  await expect.element(tile('Gate 1')).toBeVisible()
  await page.getByRole('searchbox').fill('roof')
  await expect.element(page.getByText('No match')).toBeVisible()
  expect(shown.search().q).toBe('roof')
})

test('without a photo the page says what would stand here', async () => {
  rows = []
  await renderScreen(<PhotoMapPage />)
  await expect.element(page.getByText('No photos yet')).toBeVisible()
})

test('when the list does not come it can be tried again', async () => {
  failing = true
  await renderScreen(<PhotoMapPage />)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  failing = false
  await again.click()
  await expect.element(tile('Gate 1')).toBeVisible()
})

test('who may not see photos is told so, and the server is asked nothing', async () => {
  await renderScreen(<PhotoMapPage />, { permissions: ['device.read'] })
  await expect.element(page.getByRole('heading').first()).toBeVisible()
  expect(asked).toEqual([])
})

test('on a phone the map stands above the list, and nothing is wider than the screen', async () => {
  await page.viewport(390, 844)
  await renderScreen(<PhotoMapPage />)
  await expect.element(tile('Gate 1')).toBeVisible()
  const map = page.getByLabelText('Map of the photos').first().element()
  const below = map.compareDocumentPosition(tile('Gate 1').element()) & Node.DOCUMENT_POSITION_FOLLOWING
  expect(below).toBeTruthy()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
