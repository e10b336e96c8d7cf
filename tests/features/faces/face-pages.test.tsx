// The pages of faces in a real browser: the terms before they are on, what stays after, flaws, the score, and who may what.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { faceDuty } from '../../../src/domain/face/duties.ts'
import { faceCaptureView } from '../../../src/features/faces/face-capture.view.tsx'
import { faceLibraryView } from '../../../src/features/faces/face-library.view.tsx'
import { FacePage } from '../../../src/features/faces/face-page.tsx'
import { faceSampleView } from '../../../src/features/faces/face-sample.view.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import '../../../src/resource/later-error-words.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const base = (id: number) => ({ id, version: 1, createdAt: 1, updatedAt: 1 })
const sample = (id: number, more: object = {}) => ({
  ...base(id),
  libraryId: 1,
  libraryName: 'Staff',
  personName: `Person ${id}`,
  picture: `/api/user/faceSample/picture?id=${id}`,
  labels: 'guard',
  birthDate: '1990-05-01',
  consentPurpose: 'Gate',
  consentAt: 1_700_000_000_000,
  expiresAt: 1_900_000_000_000,
  check: 'checked',
  flaw: null,
  quality: 81,
  faceSize: 180,
  sharpness: 90,
  brightness: 120,
  ...more,
})
const capture = (id: number, more: object = {}) => ({
  ...base(id),
  deviceId: null,
  deviceName: null,
  place: 'East gate',
  at: 1_790_000_000_000,
  state: 'suggested',
  sampleId: 1,
  personName: 'Person 1',
  labels: null,
  libraryName: 'Staff',
  similarity: 71,
  judgedBy: null,
  judgedAt: null,
  expiresAt: 1_900_000_000_000,
  ...more,
})

let state: { on: boolean; onAt: number | null; onBy: string | null; engine: 'none' | 'worker' }
let rows: object[]
let waiting: object[]
let calls: { path: string; body: unknown }[]
let failing: boolean

const answer = (data: unknown) =>
  new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
const bodyOf = (init: RequestInit | undefined): unknown =>
  typeof init?.body === 'string' ? JSON.parse(init.body) : {}

const server: typeof fetch = async (input, init) => {
  const { pathname, searchParams } = new URL(String(input), location.href)
  const path = pathname.replace('/api/user/', '')
  calls.push({ path, body: bodyOf(init) })
  if (path === 'face/state') return answer(state)
  if (path === 'face/waiting') return answer(waiting)
  if (path === 'face/turnOn') {
    state = { ...state, on: true, onAt: Date.now(), onBy: 'Mei' }
    return answer(null)
  }
  // No picture can be shown here: its place says so.
  if (path.endsWith('/picture')) return new Response('', { status: 500 })
  if (failing) return new Response('', { status: 500 })
  if (path.endsWith('/page')) return answer({ list: rows, total: rows.length, counts: {} })
  if (path.endsWith('/get'))
    return answer(rows.find(row => 'id' in row && String(row.id) === searchParams.get('id')))
  return answer({ results: [{ id: 1, ok: true }] })
}

beforeEach(async () => {
  await page.viewport(1440, 900)
  state = { on: true, onAt: 1, onBy: 'Mei', engine: 'worker' }
  rows = []
  waiting = []
  calls = []
  failing = false
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(() => endSession('logout'))

const given = (path: string) => calls.filter(call => call.path === path)

test('off: every duty has to be taken on before the button works, and then they are sent', async () => {
  state = { on: false, onAt: null, onBy: null, engine: 'worker' }
  await renderScreen(<FacePage view={faceLibraryView} />)
  const button = page.getByRole('button', { name: 'Turn faces on' })
  await expect.element(button).toBeDisabled()
  for (const duty of page.getByRole('checkbox').elements()) {
    await expect.element(button).toBeDisabled()
    duty.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }
  await expect.element(button).toBeEnabled()
  await button.click()
  await expect
    .poll(() => given('face/turnOn').map(({ body }) => body))
    .toEqual([{ duties: faceDuty.options }])
  await expect.element(page.getByRole('heading', { name: 'No face libraries yet' })).toBeVisible()
})

test('off, without the right to decide: it is said who can, and what is stored can be looked at', async () => {
  state = { on: false, onAt: null, onBy: null, engine: 'worker' }
  rows = [capture(1)]
  await renderScreen(<FacePage view={faceCaptureView} />, {
    permissions: ['faceCapture.read'],
  })
  await expect
    .element(page.getByText('An administrator of your tenant can turn them on', { exact: false }))
    .toBeVisible()
  expect(page.getByRole('checkbox').query()).toBeNull()
  await page.getByRole('button', { name: 'Show what is stored' }).click()
  await expect.element(page.getByText('East gate').first()).toBeVisible()
})

test('without an engine every list says that nothing is compared, and no comparison is offered', async () => {
  state = { ...state, engine: 'none' }
  await renderScreen(<FacePage view={faceCaptureView} />)
  await expect.element(page.getByText('No face engine is installed.', { exact: false })).toBeVisible()
  expect(page.getByRole('button', { name: 'Compare an image' }).query()).toBeNull()
})

test('an unusable sample says why and what to do; a good one tells its figures', async () => {
  rows = [sample(1, { check: 'unusable', flaw: 'face.several', quality: null }), sample(2)]
  const shown = await renderScreen(<FacePage view={faceSampleView} />, { address: '/?open=1' })
  await expect
    .element(page.getByText('There is more than one face in the image.', { exact: false }))
    .toBeVisible()
  await expect
    .element(page.getByText('Replace it: until then nothing is compared', { exact: false }))
    .toBeVisible()
  shown.go('/?open=2')
  await expect.element(page.getByText('Quality 81 of 100')).toBeVisible()
  await expect.element(page.getByText('Face 180 px')).toBeVisible()
})

test('a consent that is taken back is asked for once more, and then sent', async () => {
  rows = [sample(1)]
  await renderScreen(<FacePage view={faceSampleView} />, { address: '/?open=1' })
  await page.getByRole('button', { name: 'More actions' }).last().click()
  await page.getByRole('menuitem', { name: 'Consent withdrawn' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('found by name and birthday', { exact: false })).toBeVisible()
  expect(given('faceSample/withdraw')).toEqual([])
  await dialog.getByRole('button', { name: 'Consent withdrawn' }).click()
  await expect.poll(() => given('faceSample/withdraw').map(({ body }) => body)).toMatchObject([{ ids: [1] }])
})

test('a suggestion stands with its score and both pictures, and a person says what it is', async () => {
  rows = [capture(1)]
  await renderScreen(<FacePage view={faceCaptureView} />, { address: '/?open=1' })
  await expect.element(page.getByText('Similarity 71 of 100')).toBeVisible()
  await expect.element(page.getByText('Compare both images yourself', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm', exact: true }).first().click()
  await expect.poll(() => given('faceCapture/confirm').map(({ body }) => body)).toMatchObject([{ ids: [1] }])
})

test('who may only look decides nothing and erases nothing', async () => {
  rows = [capture(1)]
  await renderScreen(<FacePage view={faceCaptureView} />, {
    address: '/?open=1',
    permissions: ['faceCapture.read'],
  })
  await expect.element(page.getByText('Similarity 71 of 100')).toBeVisible()
  for (const name of ['Confirm', 'Refuse', 'Erase for good', 'Compare an image'])
    expect(page.getByRole('button', { name, exact: true }).query()).toBeNull()
})

test('a list that does not come says so, with a way to try again that works', async () => {
  failing = true
  await renderScreen(<FacePage view={faceLibraryView} />)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  failing = false
  await again.click()
  await expect.element(page.getByRole('heading', { name: 'No face libraries yet' })).toBeVisible()
})

test('pictures that wait for an import are told with their quality, and erased one by one', async () => {
  waiting = [
    {
      picture: `/api/user/face/picture?key=${'a'.repeat(43)}`,
      name: 'a-001.png',
      check: 'checked',
      quality: 66,
      faceSize: 150,
      sharpness: 40,
      brightness: 110,
    },
  ]
  await renderScreen(<FacePage view={faceSampleView} />)
  await expect.element(page.getByText('a-001.png')).toBeVisible()
  await expect.element(page.getByText('Quality 66 of 100')).toBeVisible()
  const [{ picture } = { picture: '' }] = waiting as { picture: string }[]
  await page.getByRole('button', { name: 'Erase a-001.png' }).click()
  await expect.poll(() => given('face/discard').map(({ body }) => body)).toEqual([{ pictures: [picture] }])
})
