// The page of the wall in a real browser: opening, the seventh, an alarm in the big place, stills, layouts, and other windows.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { alarmView } from '../../../src/features/alarms/alarm.view.tsx'
import { CapturePage } from '../../../src/features/video/capture-page.tsx'
import type { NewCapture } from '../../../src/features/video/snapshot.ts'
import { VideoPage } from '../../../src/features/video/video-page.tsx'
import { WallPage, type WallPageProps } from '../../../src/features/video/wall-page.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { serverNow } from '../../../src/platform/server-clock.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { RelatedViews } from '../../../src/resource/related-views.tsx'
import '../../../src/resource/later-error-words.ts'
import { renderScreen } from '../../resource/render-screen.tsx'
import { wallStage } from './wall-stage.ts'

const camera = (id: number, facts: object = {}) => ({
  id,
  version: 1,
  createdAt: 1,
  updatedAt: 1,
  name: `Gate ${id}`,
  place: `Block ${id}`,
  latitude: 22.5 + id / 1_000,
  longitude: 114,
  source: 'rtsp',
  mainAddress: null,
  talks: true,
  enabled: true,
  hasPassword: false,
  hasToken: false,
  ...facts,
})

const alarm = (id: number, at: number, facts: object = {}) => ({
  id,
  version: 1,
  createdAt: serverNow() + 60_000,
  updatedAt: 1,
  type: 8,
  severity: 'critical',
  status: 'open',
  title: 'Smoke',
  deviceId: 5,
  imei: '861000000000005',
  deviceName: 'Smoke detector 1606',
  deviceKind: 'smokeDetector',
  wearerName: null,
  userPhone: null,
  place: 'Garage B',
  building: null,
  unit: null,
  roomNo: null,
  latitude: 22.5 + at / 1_000,
  longitude: 114,
  value: null,
  limit: null,
  raisedAt: serverNow(),
  read: false,
  takenBy: null,
  takenById: null,
  takenAt: null,
  handledBy: null,
  handledAt: null,
  note: null,
  acknowledgedBy: null,
  acknowledgedAt: null,
  assignedTo: null,
  assignedToId: null,
  escalation: 0,
  onTest: false,
  ...facts,
})

let cameras: object[]
let alarms: object[]
let layouts: { id: number; name: string; shape: string; cameraIds: (number | null)[]; updatedAt: number }[]
let failing: Set<string>
let alarmsAsked: number
const sent: NewCapture[] = []

const answer = (data: unknown) =>
  new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
const list = (rows: readonly object[]) => answer({ list: rows, total: rows.length })

const server: typeof fetch = async (input, init) => {
  const { pathname } = new URL(String(input), location.href)
  if ([...failing].some(part => pathname.includes(part))) return new Response('', { status: 500 })
  if (pathname.endsWith('/camera/page')) return list(cameras)
  if (pathname.endsWith('/alarm/page')) {
    alarmsAsked++
    return list(alarms)
  }
  if (pathname.endsWith('/video/layouts')) return answer(layouts)
  if (pathname.endsWith('/video/layout/save')) {
    const body = JSON.parse(String(init?.body))
    const layout = { id: 9, updatedAt: 1, ...body }
    layouts = [layout]
    return answer(layout)
  }
  if (pathname.endsWith('/camera/presets')) return answer([{ token: 'a', name: 'Door' }])
  if (pathname.endsWith('/camera/move')) return answer({})
  return list([])
}

beforeEach(async () => {
  localStorage.clear()
  await page.viewport(1280, 900)
  cameras = [1, 2, 3, 4, 5, 6, 7].map(id => camera(id))
  alarms = []
  layouts = []
  failing = new Set()
  alarmsAsked = 0
  sent.length = 0
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(async () => {
  await cleanup()
  endSession('logout')
})

async function show(more: Partial<WallPageProps> = {}, permissions?: string[]) {
  const stage = wallStage()
  const shown = await renderScreen(
    <RelatedViews views={[alarmView]}>
      <WallPage
        title="Monitor wall"
        ports={stage.ports}
        set="all"
        shape="bigAndFive"
        ownWindow={false}
        onOwnWindow={() => true}
        sendPhoto={async photo => void sent.push(photo)}
        Near={() => null}
        {...more}
      />
    </RelatedViews>,
    permissions ? { permissions } : {},
  )
  return { stage, shown }
}
const tile = (name: string) => page.getByRole('listitem', { name, exact: true })

async function openAll(count: number) {
  await page.getByRole('button', { name: 'Open a picture', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  for (let id = 1; id <= count; id++)
    await dialog.getByRole('button', { name: new RegExp(`^Gate ${id} `) }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
}

test('an empty wall is filled with the first six, and asks for it no more', async () => {
  await show()
  await page.getByRole('button', { name: 'Fill the wall' }).click()
  for (let id = 1; id <= 6; id++) await expect.element(tile(`Gate ${id}`)).toBeVisible()
  await expect.element(tile('Gate 7')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Fill the wall' })).not.toBeInTheDocument()
})

test('six are opened, the seventh and one that is on are refused in the specified words', async () => {
  const { stage, shown } = await show()
  await page.getByRole('button', { name: 'Open a picture', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  for (let id = 1; id <= 7; id++)
    await dialog.getByRole('button', { name: new RegExp(`^Gate ${id} `) }).click()
  await dialog.getByRole('button', { name: /^Gate 2 / }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(stage.said).toEqual(['full', 'already'])
  await stage.pass(1)
  await expect.element(page.getByText('6 of 6')).toBeVisible()
  await expect.element(tile('Gate 1').getByText('Main stream 1080p · 25 fps')).toBeVisible()
  await expect.element(tile('Gate 2').getByText('Substream 360p · 25 fps')).toBeVisible()
  await page.getByRole('button', { name: 'Open a picture', exact: true }).click()
  expect(shown.told).toHaveLength(1)
})

test('an alarm opens the nearest camera in the big place, and what it replaced comes back', async () => {
  alarms = [alarm(31, 7)]
  const { stage } = await show()
  await openAll(0)
  await stage.pass(1)
  // Alone on the wall until there are others.
  await expect.element(tile('Gate 7')).toHaveAttribute('data-alarm')
  await openAll(6)
  await stage.pass(1)
  await expect.element(page.getByText('6 of 6')).toBeVisible()
  await expect.element(tile('Gate 7').getByText(/^Smoke/)).toBeVisible()
  await expect.element(page.getByText(/^About 0 m from the camera/)).toBeVisible()
  await page.getByRole('button', { name: 'Put back now' }).click()
  await expect.element(tile('Gate 7')).not.toBeInTheDocument()
})

test('with the switch off no alarm opens a camera, also the next time', async () => {
  const { stage } = await show()
  await page.getByRole('switch', { name: 'Alarms open the nearest camera' }).click()
  await cleanup()
  alarms = [alarm(32, 7)]
  const again = await show()
  await expect.poll(() => alarmsAsked).toBeGreaterThan(1)
  await again.stage.pass(1)
  await page.getByRole('switch', { name: 'Alarms open the nearest camera' }).click()
  await again.stage.pass(1)
  expect([...stage.lines, ...again.stage.lines]).toEqual([])
})

test('a still is sent as a photo with its place', async () => {
  const { stage } = await show()
  await openAll(1)
  await stage.pass(1)
  await expect.poll(() => document.querySelector('video')?.videoWidth).toBe(320)
  await tile('Gate 1').getByRole('button', { name: 'Take a still: Gate 1' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ name: 'Gate 1', source: 'capture', place: 'Block 1', latitude: 22.501 })
  expect(sent[0]?.picture).toMatch(/^data:image\/jpeg;base64,/)
})

test('a layout is kept under a name and laid again', async () => {
  const { stage } = await show()
  await openAll(2)
  await page.getByRole('button', { name: 'My layouts' }).click()
  await page.getByRole('menuitem', { name: 'Keep this layout…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Day')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('button', { name: 'My layout: Day' })).toBeVisible()
  expect(layouts).toMatchObject([
    { name: 'Day', shape: 'bigAndFive', cameraIds: [1, 2, null, null, null, null] },
  ])
  // While it fades, the dialog lies over the page.
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.getByRole('radio', { name: 'One picture' }).click({ force: true })
  await expect.element(page.getByText('Open, but out of sight in this layout: 1')).toBeVisible()
  await page.getByRole('button', { name: 'My layouts' }).click()
  await page.getByRole('menuitem', { name: 'Day' }).click()
  await stage.pass(1)
  await expect.element(tile('Gate 2')).toBeVisible()
})

test('a picture that is lost says since when, why, and when it is tried again', async () => {
  const { stage } = await show()
  await openAll(2)
  await stage.pass(2)
  stage.tell(2, {
    state: 'waiting',
    fault: 'unreachable',
    attempts: 8,
    since: serverNow() - 12 * 60_000,
    nextTryAt: serverNow() + 8_000,
  })
  await stage.pass(4, [2])
  const lost = tile('Gate 2')
  await expect.element(lost.getByText('No picture for 12 min')).toBeVisible()
  await expect.element(lost.getByText("Nothing answers at the camera's address")).toBeVisible()
  await expect.element(lost.getByText(/^Attempt 9 in \d s$/)).toBeVisible()
  expect(lost.element().querySelector('video')?.style.visibility).toBe('hidden')
})

test('a camera is turned for as long as a key is held', async () => {
  const moves: object[] = []
  configureHttp({
    token: () => 't',
    fetch: async (input, init) => {
      if (String(input).includes('camera/move')) moves.push(JSON.parse(String(init?.body)))
      return server(input, init)
    },
  })
  const { stage } = await show()
  await openAll(1)
  await stage.pass(1)
  await page.getByRole('button', { name: 'Left' }).click()
  await expect
    .poll(() => moves)
    .toEqual([
      { cameraId: 1, pan: -0.5, tilt: 0, zoom: 0 },
      { cameraId: 1, pan: 0, tilt: 0, zoom: 0 },
    ])
  await userEvent.keyboard('{ArrowUp>}{/ArrowUp}')
  await expect
    .poll(() => moves.slice(2))
    .toEqual([
      { cameraId: 1, pan: 0, tilt: 0.5, zoom: 0 },
      { cameraId: 1, pan: 0, tilt: 0, zoom: 0 },
    ])
})

test('nobody without the right sees it; without cameras it says what to do; a failed list can be asked again', async () => {
  await show({}, ['alarm.read'])
  await expect.element(page.getByRole('button', { name: 'Open a picture' })).not.toBeInTheDocument()
  await cleanup()
  cameras = []
  await show()
  await expect.element(page.getByText('No cameras in use yet')).toBeVisible()
  await cleanup()
  failing.add('/camera/page')
  await show()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('the live video of one device shows its camera, or says that it has none', async () => {
  cameras = [camera(1, { imei: '861000000000123', deviceId: 3 })]
  const stage = wallStage()
  const one = (imei: string) => (
    <VideoPage
      title="Video"
      ports={stage.ports}
      set="all"
      search={{ imei }}
      sendPhoto={async () => {}}
      Near={() => null}
    />
  )
  await renderScreen(one('861000000000123'))
  await stage.pass(1)
  await expect.element(tile('Gate 1').getByText('Main stream 1080p · 25 fps')).toBeVisible()
  await cleanup()
  await renderScreen(one('861000000000999'))
  await expect.element(page.getByText('This device has no picture')).toBeVisible()
})

test('stills of a live picture are listed until they are sent or discarded', async () => {
  const stage = wallStage()
  await renderScreen(
    <CapturePage
      title="Video capture"
      ports={stage.ports}
      sendPhoto={async photo => void sent.push(photo)}
    />,
  )
  await page.getByRole('combobox', { name: 'Camera' }).click()
  await page.getByRole('option', { name: 'Gate 3' }).click()
  await stage.pass(1)
  await expect.poll(() => document.querySelector('video')?.videoWidth).toBe(320)
  const take = page.getByRole('button', { name: 'Take a still' })
  await take.click()
  await expect.element(page.getByRole('img', { name: 'Gate 3' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Broken lamp')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => sent).toMatchObject([{ name: 'Broken lamp', source: 'capture' }])
  await take.click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('img', { name: 'Gate 3' })).not.toBeInTheDocument()
})
