// A day without a network, with power cuts, on the pure machine in virtual time; then everything is said three times to the
// real server: no complete play is lost, and none counts twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Manifest } from '../../../../src/domain/advert/manifest.ts'
import { quietPlayer, stepPlayer } from '../../../../src/domain/advert/player.ts'
import { DAY_MS, HOUR_MS } from '../../../../src/domain/durations.ts'
import { type Door, type DoorStage, setDoorStage, until } from '../intercom/door-stage.ts'
import { givenLongAgo, manifestOf, onDoors } from './advert-stage.ts'
import { playThrough } from './night.ts'

let stage: DoorStage
let door: Door
beforeAll(async () => {
  stage = await setDoorStage()
  door = await stage.connect(await stage.addDoor())
})
afterAll(async () => {
  await door.leave()
  await stage.stop()
})

test('24 hours offline with power cuts, each batch three times: nothing lost, nothing doubled', async () => {
  const { advert, file } = await onDoors(stage, [door], 20)
  const list = await manifestOf(door)
  await door.say({ code: '5094', version: list.version, stored: [file.sha256], failed: [] })
  await givenLongAgo(stage)
  const { code: _, ...manifest } = list as Manifest & { code: string }
  const night = playThrough(manifest, Date.now() - DAY_MS - 2 * HOUR_MS)
  expect(night.seen.size).toBeGreaterThan(3_500)

  let state = stepPlayer(quietPlayer, {
    type: 'booted',
    bootId: 'morning',
    manifest,
    have: [file.sha256],
    plays: [...night.kept.values()],
  })[0]
  let heard = door.heard.length
  let [next, effects] = stepPlayer(state, { type: 'online' })
  for (;;) {
    state = next
    const batch = effects.find(effect => effect.do === 'send')
    if (!batch) break
    for (let time = 0; time < 3; time++) await door.say({ code: '5095', plays: batch.plays })
    const from = heard
    const answers = await until(() => {
      const found = door.heard.slice(from).filter(({ code }) => code === '5089')
      return found.length >= 3 && found
    })
    heard = door.heard.length
    const [answer] = answers as unknown as { stored: string[]; refused: string[] }[]
    expect(answer?.refused).toEqual([])
    ;[next, effects] = stepPlayer(state, { type: 'confirmed', playIds: answer?.stored ?? [] })
  }
  expect(state.unsent).toEqual([])

  const rows = await stage.query<{ id: string; complete: boolean }>(
    'select play_id as id, complete from advert_play where device_id = $1',
    [door.id],
  )
  expect(new Set(rows.filter(({ complete }) => complete).map(({ id }) => id))).toEqual(night.seen)
  expect(rows).toHaveLength(night.kept.size)
  const [figures] = await stage.query<{ plays: number; complete: number }>(
    'select sum(plays)::int as plays, sum(complete)::int as complete from advert_figure where advertisement_id = $1',
    [advert.id],
  )
  expect(figures).toEqual({ plays: night.kept.size, complete: night.seen.size })
}, 300_000)
