// What one sees of a moment in a real browser: known, unclear and unknown, cursors by keyboard, and lanes that are withheld.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { WireEvent } from '../../../src/contract/endpoints/replay.ts'
import { clockAt } from '../../../src/domain/replay/replay-clock.ts'
import { indexOf, neighbour } from '../../../src/domain/replay/replay-index.ts'
import { trackOf } from '../../../src/domain/track/columns.ts'
import { readingWords } from '../../../src/features/devices/device-words.ts'
import { createReplayPlayer, type ReplayPlayer } from '../../../src/features/replay/replay.driver.ts'
import type { Shown } from '../../../src/features/replay/replay-query.ts'
import { ReplaySide } from '../../../src/features/replay/replay-side.tsx'
import { ReplayTimeline } from '../../../src/features/replay/replay-timeline.tsx'
import { endSession } from '../../../src/platform/session-store.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const MINUTE = 60_000
const BEGIN = Date.UTC(2026, 10, 18, 6)
const at = (minutes: number) => BEGIN + minutes * MINUTE
const span = { from: BEGIN, to: at(60) }

const event = (more: Partial<WireEvent> & Pick<WireEvent, 'id' | 'at' | 'knownAt'>): WireEvent => ({
  ...{ lane: 'alarms', kind: 'sos', state: 'open', deviceId: 1, subject: 'Zhao Yong', by: null, note: null },
  ...{ critical: true, alarmId: 1, place: null, ...more },
})
const events = [
  event({ id: 'a', at: at(10), knownAt: at(10), kind: 'smoke', subject: 'Smoke 1606' }),
  event({ id: 'b', at: at(20), knownAt: at(30) }),
]
const track = {
  ...trackOf([0, 1, 2, 3].map(n => ({ at: at(n), longitude: 110 + n / 100, latitude: 20 }))),
  gapMs: 10 * MINUTE,
}
const shown: Shown = {
  ...{ now: at(60), devices: [{ id: 1, imei: '866000000000001', name: 'Helmet 7' }], moreDevices: 0 },
  ...{ withheld: ['calls'], cut: [], events, tracks: [], series: [], late: [], cameras: [] },
  index: indexOf(events),
  shownTracks: [{ deviceId: 1, name: 'Helmet 7', track, late: [] }],
}

beforeEach(() => page.viewport(1440, 900))
afterEach(() => endSession('logout'))

const side = (moment: number, known: number) =>
  renderScreen(<ReplaySide shown={shown} at={moment} known={known} orders={{}} onChoose={() => {}} />)

test('what came late stands apart until it was known, with how late it came', async () => {
  await side(at(25), at(25))
  const unknown = page.getByRole('region', { name: 'Happened, not known yet' })
  await expect.element(unknown.getByText(/Zhao Yong/)).toBeVisible()
  await expect.element(unknown.getByText(/10 min late/)).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Known then' }).getByText(/Smoke 1606/)).toBeVisible()
})

test('with what was known later it is among the known ones', async () => {
  await side(at(25), at(30))
  await expect.element(page.getByRole('region', { name: 'Known then' }).getByText(/Zhao Yong/)).toBeVisible()
  expect(page.getByRole('region', { name: 'Happened, not known yet' }).elements()).toHaveLength(0)
})

test('a device that has been silent is unclear, with the age of its last position', async () => {
  await side(at(25), at(25))
  await expect
    .element(page.getByRole('region', { name: 'Unclear then' }).getByText(/22 min old/))
    .toBeVisible()
})

async function timeline(): Promise<ReplayPlayer> {
  const player = createReplayPlayer(clockAt({ ...span, mode: 'fixed', at: at(5) }))
  await renderScreen(
    <ReplayTimeline
      player={player}
      shown={shown}
      span={span}
      at={at(25)}
      known={at(25)}
      orders={{}}
      readings={readingWords}
      gapReason={() => 'No picture'}
      onStep={towards => {
        const found = neighbour(shown.index, player.at(), towards)
        if (found) player.send({ on: 'soughtTo', at: found.at })
      }}
    />,
  )
  return player
}

test('keys go from event to event, and with Shift move what was known alone', async () => {
  const player = await timeline()
  page.getByRole('slider').element().focus()
  await userEvent.keyboard('{PageDown}')
  expect(player.at()).toBe(at(10))
  await userEvent.keyboard('{PageDown}')
  expect(player.at()).toBe(at(20))
  await userEvent.keyboard('{PageUp}')
  expect(player.at()).toBe(at(10))
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(player.at()).toBe(at(10))
  expect(player.known()).toBe(at(25.5))
  player.stop()
})

test('a late one is hollow with a thread, a known one filled, and a lane that is withheld says so', async () => {
  const player = await timeline()
  const marks = document.querySelectorAll('[data-lane="alarms"] i[data-known]')
  expect([...marks].map(mark => mark.getAttribute('data-known'))).toEqual(['true', 'false'])
  expect(document.querySelectorAll('[data-lane="alarms"] i:not([data-known])')).toHaveLength(1)
  expect(document.querySelector('[data-lane="calls"]')?.textContent).toBe('Not open to your role')
  player.stop()
})
