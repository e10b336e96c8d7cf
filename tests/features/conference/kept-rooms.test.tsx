// The rooms that are kept, in a real browser: the list, the way in, a new one, and who may what.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { conferenceRoomView } from '../../../src/features/conference/conference-room.view.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { ListPage } from '../../../src/resource/list-page.tsx'
import '../../../src/resource/later-error-words.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const room = (id: number, more: object = {}) => ({
  id,
  version: 1,
  createdAt: 1,
  updatedAt: 1,
  number: `20${id}`,
  name: `Room ${id}`,
  capacity: 16,
  waitForHost: false,
  recordingAllowed: true,
  hasPassword: true,
  ...more,
})

let rows: { id: number }[]
let saved: Record<string, unknown>[]
let refusal: object | undefined

const answer = (body: object) =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })
const server: typeof fetch = async (input, init) => {
  const { pathname, searchParams } = new URL(String(input), location.href)
  if (pathname.endsWith('/page')) return answer({ code: 0, data: { list: rows, total: rows.length } })
  if (pathname.endsWith('/get'))
    return answer({ code: 0, data: rows.find(({ id }) => String(id) === searchParams.get('id')) })
  if (pathname.endsWith('/save')) {
    const body: Record<string, unknown> = JSON.parse(String(init?.body))
    saved.push(body)
    return answer(
      refusal ?? { code: 0, data: { ...room(3), ...body, password: undefined, id: 3, version: 1 } },
    )
  }
  return answer({ code: 0, data: {} })
}

beforeEach(async () => {
  await page.viewport(1440, 900)
  rows = [room(1), room(2, { hasPassword: false })]
  saved = []
  refusal = undefined
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(() => endSession('logout'))

const kept = { view: 'kept' }
const list = <ListPage view={conferenceRoomView} kept={kept} />

test('rooms stand with their number, and one leads into itself', async () => {
  await renderScreen(list, { address: '/?view=kept&open=1' })
  await expect.element(page.getByRole('grid').getByText('Room 2')).toBeVisible()
  await expect.element(page.getByRole('grid').getByText('201')).toBeVisible()
  const way = page.getByRole('link', { name: 'Join room' })
  await expect.element(way).toBeVisible()
  expect(way.element().getAttribute('href')).toContain('/roOm?')
  expect(way.element().getAttribute('href')).toContain('201')
})

test('who may not join is offered no way in', async () => {
  await renderScreen(list, { address: '/?view=kept&open=1', permissions: ['conferenceRoom.read'] })
  await expect.element(page.getByRole('grid').getByText('Room 1')).toBeVisible()
  expect(page.getByRole('link', { name: 'Join room' }).query()).toBeNull()
  expect(page.getByRole('button', { name: 'Add room' }).query()).toBeNull()
})

test('a new room is saved with its password, and its number that is taken is told at its field', async () => {
  await renderScreen(list, { address: '/?view=kept&form=new' })
  const form = page.getByRole('dialog')
  await form.getByLabelText(/^Room number/).fill('777')
  await form.getByLabelText(/^Room name/).fill('Night desk')
  await form.getByLabelText(/^Room password/).fill('owl 4')
  refusal = { code: 1400, id: 'field.duplicate', field: 'number', msg: 'taken' }
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByText('This value is already in use')).toBeVisible()
  refusal = undefined
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => saved.length).toBe(2)
  expect(saved.at(-1)).toMatchObject({ number: '777', name: 'Night desk', password: 'owl 4', capacity: 16 })
})

test('without rooms it is said what one is good for', async () => {
  rows = []
  await renderScreen(list, { address: '/?view=kept' })
  await expect.element(page.getByText('No rooms are kept yet')).toBeVisible()
})
