// What a wall shows: scenes in turn, and an SOS until somebody has taken it.
import { expect, test } from 'vitest'
import { maskedName, withoutName } from '../../../src/domain/wall/masked-name.ts'
import { type Rotation, rotate, startRotation, type WaitingSos } from '../../../src/domain/wall/rotation.ts'
import { isDimAt } from '../../../src/domain/wall/wall.ts'

const at = (rotation: Rotation, now: number, waiting: WaitingSos[] = [], views = 3) =>
  rotate(rotation, { now, waiting, views, seconds: 10 })

test('scenes come in turn, each for its time, and begin again', () => {
  let rotation = startRotation(0)
  const seen: number[] = []
  for (let now = 0; now <= 45_000; now += 500) {
    rotation = at(rotation, now)
    seen.push(rotation.view)
  }
  expect([...new Set(seen)]).toEqual([0, 1, 2])
  // In the first round.
  expect(seen.slice(0, 60).filter(view => view === 1)).toHaveLength(20)
  expect(seen.at(-1)).toBe(1)
})

test('the oldest SOS interrupts, and no time ends it', () => {
  const first = { id: 7, raisedAt: 2_000 }
  const second = { id: 3, raisedAt: 5_000 }
  let rotation = at(startRotation(0), 6_000, [second, first])
  expect(rotation).toEqual({ is: 'interrupted', sos: 7, view: 0 })
  expect(at(rotation, 86_400_000, [second, first])).toBe(rotation)
  rotation = at(rotation, 90_000, [second])
  expect(rotation).toEqual({ is: 'interrupted', sos: 3, view: 0 })
  expect(at(rotation, 100_000)).toEqual({ is: 'showing', view: 0, since: 100_000 })
})

test('an older SOS that was delivered late goes before the one that is shown', () => {
  const shown = at(startRotation(0), 1, [{ id: 2, raisedAt: 500 }])
  expect(
    at(shown, 2, [
      { id: 2, raisedAt: 500 },
      { id: 9, raisedAt: 100 },
    ]),
  ).toMatchObject({ sos: 9 })
})

test('a clock that is set back holds no scene, and fewer scenes begin anew', () => {
  const rotation = at(at(startRotation(100_000), 110_000), 120_000)
  expect(rotation.view).toBe(2)
  expect(at(rotation, 50_000)).toMatchObject({ view: 0, since: 50_000 })
  expect(at(rotation, 121_000, [], 2)).toMatchObject({ view: 0 })
  expect(at(startRotation(0), 60_000, [], 1)).toMatchObject({ view: 0 })
})

test.each([
  ['陈建国', '陈*国'],
  ['郭靖', '郭*'],
  ['欧阳娜娜', '欧*娜'],
  ['Maria Lopez', 'M* L*'],
  ['', '*'],
])('%s becomes %s', (name, masked) => expect(maskedName(name)).toBe(masked))

test('a device called after its wearer does not tell the name', () => {
  expect(withoutName('陈建国的手表', '陈建国')).toBe('陈*国的手表')
  expect(withoutName('Watch 4', null)).toBe('Watch 4')
})

test('dim hours pass midnight, and equal ones are none', () => {
  const night = { dimFrom: 22, dimUntil: 6 }
  expect([21, 22, 0, 5, 6].map(hour => isDimAt(night, hour))).toEqual([false, true, true, true, false])
  expect(isDimAt({ dimFrom: 8, dimUntil: 10 }, 9)).toBe(true)
  expect(isDimAt({ dimFrom: 0, dimUntil: 0 }, 0)).toBe(false)
})
