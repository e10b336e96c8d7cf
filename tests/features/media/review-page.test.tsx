// Judging by keyboard in a real browser: what shows at once, what is sent, and what a step back does.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deskKeyOf } from '../../../src/features/media/review-keys.ts'
import { ReviewPage } from '../../../src/features/media/review-page.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { publishRowChanges } from '../../../src/platform/row-changes.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
/** As the server sends it. */
const wire = (id: number) => ({
  id,
  version: 3,
  createdAt: 1,
  updatedAt: 1,
  name: `Photo ${id}`,
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
  takenAt: 1_700_000_000_000 + id,
  latitude: null,
  longitude: null,
  accuracyMetres: null,
  place: null,
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
})

interface Call {
  path: string
  body: { ids?: number[]; seen?: { id: number; version: number }[]; input?: object }
}
let calls: Call[]
let rows: ReturnType<typeof wire>[]
let refusal: object | undefined
const commands = () => calls.filter(({ body }) => body.ids !== undefined)

const server: typeof fetch = async (input, init) => {
  const url = new URL(String(input), location.href)
  const path = url.pathname.replace('/api/user/photo/', '')
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
  calls.push({ path, body })
  const answer = (data: unknown) =>
    new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
  if (path === 'page') return answer({ list: rows, total: rows.length })
  if (path === 'get') return answer({ ...wire(1), version: 9, state: 2, judgedByName: 'Liu Na' })
  const [id] = (body as Call['body']).ids ?? []
  return answer({ results: [refusal ? { id, ok: false, error: refusal } : { id, ok: true }] })
}

beforeEach(async () => {
  await page.viewport(1280, 800)
  calls = []
  rows = [wire(1), wire(2), wire(3)]
  refusal = undefined
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(() => endSession('logout'))

const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
const inStrip = (name: string) => page.getByRole('button', { name, exact: true })

test('A, R and H judge the one in sight and go on; U takes each back in turn', async () => {
  await renderScreen(<ReviewPage of="photo" />)
  await expect.element(heading('Photo 1')).toBeVisible()
  await userEvent.keyboard('a')
  await expect.element(heading('Photo 2')).toBeVisible()
  await userEvent.keyboard('4r')
  await expect.element(heading('Photo 3')).toBeVisible()
  await userEvent.keyboard('h')
  await expect.element(inStrip('Photo 1, Approved')).toBeVisible()
  await expect.element(inStrip('Photo 2, Rejected')).toBeVisible()
  await expect.element(inStrip('Photo 3, Hidden')).toBeVisible()
  await expect.poll(commands).toEqual([
    { path: 'approve', body: { ids: [1], seen: [{ id: 1, version: 3 }] } },
    { path: 'reject', body: { ids: [2], seen: [{ id: 2, version: 3 }], input: { reason: 'duplicate' } } },
    { path: 'hide', body: { ids: [3], seen: [{ id: 3, version: 3 }] } },
  ])
  await userEvent.keyboard('uuu')
  for (const id of [1, 2, 3]) await expect.element(inStrip(`Photo ${id}, In review`)).toBeVisible()
  await expect.element(heading('Photo 1')).toBeVisible()
  await expect
    .poll(() => commands().slice(3))
    .toEqual([3, 2, 1].map(id => ({ path: 'takeBack', body: { ids: [id], seen: [{ id, version: 4 }] } })))
})

test('what somebody else judges meanwhile shows at once, without a key', async () => {
  await renderScreen(<ReviewPage of="photo" />)
  await expect.element(inStrip('Photo 1, In review')).toBeVisible()
  // Of videos and of what is known already nothing is asked.
  publishRowChanges({ code: 'rows', entity: 'video', rows: [{ id: 1, version: 9 }] })
  publishRowChanges({ code: 'rows', entity: 'photo', rows: [{ id: 1, version: 3 }] })
  expect(calls.filter(({ path }) => path === 'get')).toEqual([])
  publishRowChanges({ code: 'rows', entity: 'photo', rows: [{ id: 1, version: 9 }] })
  await expect.element(inStrip('Photo 1, Rejected')).toBeVisible()
  expect(commands()).toEqual([])
})

test('J and K go on and back without judging; left and right do nothing', async () => {
  await renderScreen(<ReviewPage of="photo" />)
  await expect.element(heading('Photo 1')).toBeVisible()
  await userEvent.keyboard('jj')
  await expect.element(heading('Photo 3')).toBeVisible()
  await userEvent.keyboard('k{ArrowLeft}{ArrowRight}')
  await expect.element(heading('Photo 2')).toBeVisible()
  expect(commands()).toEqual([])
})

test('X chooses several, which are judged with one call', async () => {
  await renderScreen(<ReviewPage of="photo" />)
  await expect.element(heading('Photo 1')).toBeVisible()
  await userEvent.keyboard('xjx')
  await page.getByRole('button', { name: 'Approve (2)' }).click()
  await expect.element(heading('Photo 3')).toBeVisible()
  await expect.poll(() => commands().map(({ body }) => body.ids)).toEqual([[1, 2]])
})

test('Space shows the whole picture and nothing beside it; Escape leads back', async () => {
  await renderScreen(<ReviewPage of="photo" />)
  await expect.element(heading('Photo 1')).toBeVisible()
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('button', { name: 'Leave the full picture' })).toBeVisible()
  expect(heading('Photo 1').query()).toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.element(heading('Photo 1')).toBeVisible()
})

test('? shows the keys, and while they are shown none of them judges', async () => {
  await renderScreen(<ReviewPage of="photo" />)
  await expect.element(heading('Photo 1')).toBeVisible()
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog', { name: 'Review shortcuts' })).toBeVisible()
  await userEvent.keyboard('a')
  expect(commands()).toEqual([])
})

test('who was second is told who was first, and sees how it stands now', async () => {
  refusal = { id: 'row.overtaken', params: { name: 'Liu Na' } }
  const { told } = await renderScreen(<ReviewPage of="photo" />)
  await expect.element(heading('Photo 1')).toBeVisible()
  await userEvent.keyboard('a')
  await expect.element(inStrip('Photo 1, Rejected')).toBeVisible()
  expect(told).toMatchObject([{ message: { id: 'row.overtaken', params: { name: 'Liu Na' } } }])
  await expect.element(page.getByRole('button', { name: 'Undo the last decision' })).toBeDisabled()
})

test('the next pictures are fetched before somebody comes to them', async () => {
  rows = Array.from({ length: 9 }, (_, at) => ({ ...wire(at + 1), url: `${PIXEL}#${at + 1}` }))
  await renderScreen(<ReviewPage of="photo" />)
  await expect.element(heading('Photo 1')).toBeVisible()
  const ahead = [...document.querySelectorAll<HTMLImageElement>('[data-ahead] img')].map(({ src }) => src)
  expect(ahead).toEqual([2, 3, 4, 5, 6].map(id => `${PIXEL}#${id}`))
})

test('with nothing that waits it says so', async () => {
  rows = []
  await renderScreen(<ReviewPage of="photo" />)
  await expect.element(page.getByText('No photos pending')).toBeVisible()
})

test.each([
  [{ key: 'a', code: 'KeyA' }, 'a'],
  [{ key: 'A', code: 'KeyA' }, 'a'],
  // A French keyboard has its A elsewhere: what is written counts.
  [{ key: 'a', code: 'KeyQ' }, 'a'],
  [{ key: 'ش', code: 'KeyA' }, 'a'],
  [{ key: 'ф', code: 'KeyA' }, 'a'],
  [{ key: '؟', code: 'Slash' }, '?'],
  [{ key: 'ArrowDown', code: 'ArrowDown' }, 'j'],
  [{ key: 'ArrowLeft', code: 'ArrowLeft' }, undefined],
  [{ key: 'q', code: 'KeyA' }, undefined],
])('%o means %s', (event, meant) => {
  expect(deskKeyOf(event)).toBe(meant)
})
