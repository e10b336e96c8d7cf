// The playback bar and the table of what happened: what they say, what they do, and time that does not mirror.
import { msg } from '@lingui/core/macro'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { trackOf } from '../../../../src/domain/track/columns.ts'
import { lengthOf, timelineOf } from '../../../../src/domain/track/timeline.ts'
import { AlarmWordsContext } from '../../../../src/features/tracking/playback/alarm-words-context.ts'
import { type Happened, happenedOn } from '../../../../src/features/tracking/playback/happened.ts'
import { HappenedTable } from '../../../../src/features/tracking/playback/happened-table.tsx'
import { createPlayer } from '../../../../src/features/tracking/playback/playback.driver.ts'
import { PlaybackBar } from '../../../../src/features/tracking/playback/playback-bar.tsx'
import { showTrack } from '../../../../src/features/tracking/playback/shown-track.ts'
import { renderUi } from '../../../ui/render-ui.tsx'

const START = Date.UTC(2026, 10, 20, 8)
const heard = {
  imei: '862000000000001',
  name: 'Watch 1',
  cutAt: undefined,
  heardAt: START,
  // Ten minutes in one place, then a walk.
  track: trackOf(
    Array.from({ length: 120 }, (_, at) => ({
      at: START + at * 10_000,
      longitude: 114 + Math.max(0, at - 60) * 0.0002,
      latitude: 22.5,
    })),
  ),
}
const shown = showTrack(heard, 'accent', true)
const timeline = timelineOf([shown.track], true)
const happened = happenedOn(shown, [], [])

/** A clock that stands until it is told. */
function handClock() {
  let now = 0
  const works = new Set<() => void>()
  return {
    pass: (ms: number) => {
      now += ms
      for (const work of [...works]) {
        works.delete(work)
        work()
      }
    },
    clock: {
      now: () => now,
      after: (_: number, work: () => void) => {
        works.add(work)
        return () => void works.delete(work)
      },
      frame: (work: () => void) => work(),
    },
  }
}

test('plays, shows the moment and the speed, and finishes; from the end it plays again', async () => {
  if (!timeline) throw new Error('no timeline')
  const hand = handClock()
  const player = createPlayer(hand.clock)
  player.send({ on: 'loaded', length: lengthOf(timeline), rate: 60 })
  await renderUi(
    <PlaybackBar
      player={player}
      timeline={timeline}
      tracks={[shown]}
      happened={happened}
      onHappened={() => {}}
    />,
    { direction: 'rtl' },
  )
  const slider = page.getByRole('slider', { name: 'Moment' })
  await expect.element(slider).toHaveAttribute('dir', 'ltr')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  hand.pass(15_000)
  await expect.element(slider).toHaveValue(String(15_000 * 60))
  await expect.element(page.getByText('7.4 km/h')).toBeVisible()
  hand.pass(10_000)
  await page.getByRole('button', { name: 'Play again' }).click()
  await expect.element(slider).toHaveValue('0')
  await page.getByText('8×').click()
  hand.pass(1000)
  await expect.element(slider).toHaveValue(String(8 * 60_000))
  player.stop()
})

test('the table says what happened and leads there', async () => {
  const picked = vi.fn<(one: Happened) => void>()
  await renderUi(
    <AlarmWordsContext value={{ sos: msg`SOS` }}>
      <HappenedTable happened={happened} selected={undefined} several={false} onPick={picked} />
    </AlarmWordsContext>,
  )
  await expect.element(page.getByRole('button', { name: 'Start of the track' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  expect(picked.mock.calls[0]?.[0]).toMatchObject({ kind: 'stop', at: START })
})
