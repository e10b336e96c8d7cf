// The playback of cameras in a real browser: its states, six cameras on one clock, the keys, what is said where there is no picture.
import { msg } from '@lingui/core/macro'
import { useSearch } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { MonitorPage } from '../../../src/features/recordings/monitor-page.tsx'
import { readMonitorSearch } from '../../../src/features/recordings/monitor-search.ts'
import { probe } from '../../../src/platform/connection.ts'
import { configureHttp } from '../../../src/platform/http.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import '../../../src/resource/later-error-words.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const HOUR = 3_600_000
/** Within the hour that is asked for, and long over. */
const AT = 1_700_000_000_000
const NOW = AT + 20 * HOUR

interface Lane {
  cameraId: number
  name: string
  stretches: { from: number; to: number; held: boolean }[]
  gaps: { from: number; to: number | null; why: string | null }[]
  writingFrom: number | null
  trouble: string | null
}
const laneOf = (cameraId: number, facts: Partial<Lane> = {}): Lane => ({
  cameraId,
  name: `Gate ${cameraId}`,
  stretches: [{ from: AT - HOUR, to: AT + HOUR, held: false }],
  gaps: [],
  writingFrom: null,
  trouble: null,
  ...facts,
})
const cameraRow = (id: number) => ({
  id,
  version: 1,
  createdAt: 1,
  updatedAt: 1,
  name: `Gate ${id}`,
  source: 'rtsp',
  mainAddress: null,
  talks: false,
  enabled: true,
  hasPassword: false,
  hasToken: false,
})

interface Call {
  path: string
  body: { cameraIds?: number[]; from?: number; to?: number; reason?: string }
}
let calls: Call[]
let lanes: Map<number, Lane>
let alarms: object[]
let answers: Map<string, () => Response | Promise<Response>>

const answer = (data: unknown) =>
  new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
const refusal = (id: string) => new Response(JSON.stringify({ code: 1400, id }), { status: 200 })

const server: typeof fetch = async (input, init) => {
  const path = new URL(String(input), location.href).pathname.replace('/api/device/camera/', '')
  const body: Call['body'] = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
  calls.push({ path, body })
  const other = answers.get(path)
  if (other) return other()
  const asked = body.cameraIds ?? []
  if (path === 'recorded')
    return answer({ lanes: asked.map(id => lanes.get(id) ?? laneOf(id)), alarms, now: NOW })
  if (path === 'recorded/pictures')
    return answer({ lanes: asked.map(cameraId => ({ cameraId, segments: [] })) })
  if (path === 'page') {
    const rows = [1, 2, 3, 4, 5, 6, 7].map(cameraRow)
    return answer({ list: rows, total: rows.length })
  }
  if (path === 'clip') return answer({ taskId: 1 })
  if (path === 'hold') return answer({ segments: 2 })
  return new Response('', { status: 404 })
}

beforeEach(async () => {
  await page.viewport(1280, 1000)
  calls = []
  lanes = new Map()
  alarms = []
  answers = new Map()
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(async () => {
  await cleanup()
  endSession('logout')
})

const alarmWords = { sos: msg`SOS` }
function Playback() {
  return <MonitorPage search={readMonitorSearch(useSearch({ strict: false }))} alarmWords={alarmWords} />
}
const show = (cameras: readonly number[], permissions?: string[]) =>
  renderScreen(<Playback />, {
    address: `/?at=${AT}${cameras.length > 0 ? `&cameras=${cameras.join(',')}` : ''}`,
    ...(permissions && { permissions }),
  })
const tiles = () => document.querySelectorAll('figure').length
const tile = (name: string) => page.getByRole('figure', { name })
const moment = () => page.getByRole('slider', { name: 'Moment' })
/** Milliseconds from where the clock began. */
const passed = () => Number(moment().element().getAttribute('aria-valuenow')) - AT
const asked = (path: string) => calls.filter(call => call.path === path).map(({ body }) => body)

test('without cameras it says what to do, and asks nothing', async () => {
  await show([])
  await expect.element(page.getByText('Choose cameras to play what they recorded')).toBeVisible()
  expect(asked('recorded')).toEqual([])
  await expect.element(moment()).not.toBeInTheDocument()
})

test('until the answer is there it loads', async () => {
  let come: (response: Response) => void = () => {}
  answers.set('recorded', () => new Promise(resolve => (come = resolve)))
  await show([1])
  await expect.element(page.getByRole('status').getByText('Loading')).toBeInTheDocument()
  come(answer({ lanes: [laneOf(1)], alarms: [], now: NOW }))
  await expect.element(moment()).toBeVisible()
  await expect.element(page.getByRole('status').getByText('Loading')).not.toBeInTheDocument()
})

test('what the server refuses is said, and asked for again', async () => {
  answers.set('recorded', () => refusal('row.unknown'))
  await show([1])
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(moment()).not.toBeInTheDocument()
  answers.delete('recorded')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(moment()).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('whoever may not play is told so, and nothing is asked', async () => {
  await show([1, 2], ['recording.read', 'camera.read'])
  await expect.element(page.getByRole('heading', { name: 'You may not see this page' })).toBeVisible()
  expect(calls).toEqual([])
})

test('who may play alone neither sets cameras nor cuts nor holds', async () => {
  await show([1], ['recording.play', 'camera.read'])
  await expect.element(moment()).toBeVisible()
  for (const name of ['Recording settings', 'Cut a clip'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
})

test('without a connection it says so until there is one', async () => {
  await show([1])
  await expect.element(moment()).toBeVisible()
  const said = page.getByText('No connection. Recordings can be played when it is back.')
  await expect.element(said).not.toBeInTheDocument()
  const own = globalThis.fetch
  try {
    globalThis.fetch = async () => new Response('', { status: 503 })
    await probe()
    await expect.element(said).toBeVisible()
    // What was there stays.
    await expect.element(moment()).toBeVisible()
  } finally {
    globalThis.fetch = async () => Response.json({})
    await probe()
    globalThis.fetch = own
  }
  await expect.element(said).not.toBeInTheDocument()
})

test('six cameras are played, a seventh is refused in words', async () => {
  const shown = await show([1, 2, 3, 4, 5])
  await expect.poll(tiles).toBe(5)
  const cameras = page.getByRole('combobox', { name: 'Cameras (up to 6)' })
  await cameras.click()
  await page.getByRole('option', { name: 'Gate 6' }).click()
  await expect.poll(tiles).toBe(6)
  expect(shown.search()).toMatchObject({ cameras: '1,2,3,4,5,6' })
  expect(asked('recorded').at(-1)?.cameraIds).toEqual([1, 2, 3, 4, 5, 6])
  expect(shown.told).toEqual([])
  await page.getByRole('option', { name: 'Gate 7' }).click()
  await expect
    .poll(() => shown.told.map(({ message }) => message.message))
    .toEqual(['At most six cameras can be played at once. Take one out first.'])
  expect(shown.search()).toMatchObject({ cameras: '1,2,3,4,5,6' })
  expect(tiles()).toBe(6)
  // With one out there is room.
  await page.getByRole('option', { name: 'Gate 2' }).click()
  await page.getByRole('option', { name: 'Gate 7' }).click()
  await expect.poll(shown.search).toMatchObject({ cameras: '1,3,4,5,6,7' })
})

test('an address with seven cameras shows six of them', async () => {
  await show([1, 2, 3, 4, 5, 6, 7])
  await expect.poll(tiles).toBe(6)
  expect(asked('recorded').every(({ cameraIds }) => cameraIds?.length === 6)).toBe(true)
})

test('a chosen camera bears its own name, also after another moment was gone to', async () => {
  // What the server answers need not be in the order of the address, nor have all.
  answers.set('page', () => answer({ list: [], total: 0 }))
  answers.set('recorded', () => answer({ lanes: [laneOf(1), laneOf(2)], alarms: [], now: NOW }))
  const shown = await show([9, 2, 1])
  await expect.element(tile('Gate 2')).toBeVisible()
  shown.go(`/?at=${AT + 1_000}&cameras=9,2,1`)
  await expect.poll(passed).toBe(1_000)
  const chosen = [...document.querySelectorAll('[data-with-remove]')].map(one => one.textContent)
  expect(chosen).toEqual(['#9', 'Gate 2', 'Gate 1'])
})

test('space plays and pauses; comma and full stop go by pictures, arrows by five seconds', async () => {
  await show([1])
  await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  expect(passed()).toBe(0)
  await userEvent.keyboard('.')
  expect(passed()).toBe(40)
  await userEvent.keyboard(',,')
  expect(passed()).toBe(-40)
  await userEvent.keyboard('{ArrowRight}')
  expect(passed()).toBe(4_960)
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(passed()).toBe(-5_040)
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await expect.poll(passed).toBeGreaterThan(-5_040)
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const still = passed()
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(passed()).toBe(still)
})

test('keys belong to the field that has the focus, and to the browser with Ctrl', async () => {
  await show([1])
  await expect.element(moment()).toBeVisible()
  await userEvent.keyboard('{Control>}.{/Control}')
  expect(passed()).toBe(0)
  await page.getByRole('combobox', { name: 'Cameras (up to 6)' }).click()
  await userEvent.keyboard(' .,')
  expect(passed()).toBe(0)
  await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})

test('on the timeline keys go by what is in sight, with Shift by a tenth of it', async () => {
  await show([1])
  await expect.element(moment()).toBeVisible()
  moment().element().focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(passed()).toBe(60_000)
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  expect(passed()).toBe(54_000)
  await userEvent.keyboard('+')
  const width = () =>
    Number(moment().element().getAttribute('aria-valuemax')) -
    Number(moment().element().getAttribute('aria-valuemin'))
  expect(width()).toBe(600_000)
  await expect.element(page.getByRole('radio', { name: '10 min' })).toBeChecked()
  await userEvent.keyboard('{ArrowLeft}')
  expect(passed()).toBe(44_000)
})

test('an alarm leads to half a minute before it, and plays', async () => {
  alarms = [
    { id: 4, at: AT + 120_000, type: 'sos', critical: true, deviceName: 'Helmet 7', cameraIds: [1] },
    { id: 5, at: AT - 240_000, type: 'sos', critical: false, deviceName: 'Helmet 8', cameraIds: [1] },
  ]
  await show([1])
  await page.getByRole('button', { name: /^30 s before: SOS · Helmet 7/ }).click()
  await expect.poll(passed).toBeGreaterThanOrEqual(90_000)
  expect(passed()).toBeLessThan(100_000)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  // The one before where the clock is, not the one to come.
  await page.getByRole('button', { name: '30 s before the alarm' }).click()
  await expect.poll(passed).toBeGreaterThanOrEqual(-270_000)
  expect(passed()).toBeLessThan(-260_000)
})

test('where there is no picture each camera says why, and the page why nothing is recorded now', async () => {
  const none = { stretches: [] }
  lanes.set(1, laneOf(1, none))
  lanes.set(2, laneOf(2, { ...none, gaps: [{ from: AT - 1, to: null, why: 'unreachable' }] }))
  lanes.set(3, laneOf(3, { ...none, gaps: [{ from: AT - 1, to: AT, why: 'unreachable' }] }))
  lanes.set(4, laneOf(4, { ...none, gaps: [{ from: AT - 1, to: null, why: null }] }))
  lanes.set(5, laneOf(5, { ...none, writingFrom: AT - 1_000, trouble: 'diskFull' }))
  lanes.set(6, laneOf(6, { ...none, trouble: 'diskFull' }))
  await show([1, 2, 3, 4, 5, 6])
  const says = (name: string, text: string) =>
    expect.element(tile(name).getByRole('status')).toHaveTextContent(text)
  await says('Gate 1', 'Not recorded')
  await says('Gate 2', "Nothing answers at the camera's address")
  await says('Gate 3', 'Not recorded')
  await says('Gate 4', 'No picture')
  await says('Gate 5', 'Is being recorded: soon to be played')
  // Said once, however many cameras it is of.
  expect(page.getByText(/^The server's disk is full/).elements()).toHaveLength(1)
})

test('a picture that the browser cannot show says so', async () => {
  answers.set('recorded/pictures', () =>
    answer({
      lanes: [
        { cameraId: 1, segments: [{ id: 8, from: AT - 1, to: AT + 60_000, url: 'data:video/mp4,none' }] },
      ],
    }),
  )
  await show([1])
  await expect
    .element(tile('Gate 1').getByRole('status'))
    .toHaveTextContent('This browser cannot show the picture')
})

test('two presses choose a clip, which is cut of the cameras in sight', async () => {
  const shown = await show([1, 2])
  await page.getByRole('button', { name: 'Cut a clip' }).click()
  await page.getByRole('heading', { name: 'Monitoring playback' }).click()
  await userEvent.keyboard('{ArrowLeft}')
  await page.getByRole('button', { name: 'End the clip here' }).click()
  await page.getByRole('button', { name: 'Clip', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Download' }).click()
  // Chosen backwards it is the same clip.
  await expect.poll(() => asked('clip')).toMatchObject([{ cameraIds: [1, 2], from: AT - 5_000, to: AT }])
  await expect.element(page.getByRole('button', { name: 'Cut a clip' })).toBeVisible()
  expect(shown.told).toMatchObject([{ kind: 'ok' }])
})

test('a clip that is refused says why, and stays chosen', async () => {
  answers.set('clip', () => refusal('recording.nothing'))
  const shown = await show([1], ['recording.play', 'recording.download', 'camera.read'])
  await page.getByRole('button', { name: 'Cut a clip' }).click()
  await page.getByRole('heading', { name: 'Monitoring playback' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await page.getByRole('button', { name: 'End the clip here' }).click()
  await page.getByRole('button', { name: 'Clip', exact: true }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Hold' })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'Download' }).click()
  await expect.poll(() => shown.told).toMatchObject([{ message: { id: 'recording.nothing' } }])
  await expect.element(page.getByRole('button', { name: 'Clip', exact: true })).toBeVisible()
})
