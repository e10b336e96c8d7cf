// The wall: which place a picture takes, the seventh refused, an alarm in the big place and everything back afterwards.
import { describe, expect, test } from 'vitest'
import { MOST_MONITORS } from '../../../src/domain/camera/camera.ts'
import {
  emptyWall,
  openOn,
  outOfSight,
  placesIn,
  stepWall,
  type Wall,
  type WallEffect,
  type WallEvent,
  wallShapes,
} from '../../../src/domain/video/wall.ts'

function wallAfter(wall: Wall, ...events: WallEvent[]): { wall: Wall; effects: WallEffect[] } {
  const effects: WallEffect[] = []
  let now = wall
  for (const event of events) {
    const [next, said] = stepWall(now, event)
    now = next
    effects.push(...said)
  }
  return { wall: now, effects }
}
const opened = (...ids: number[]): WallEvent[] => ids.map(id => ({ on: 'open', key: id }))
const full = wallAfter(emptyWall('bigAndFive'), ...opened(1, 2, 3, 4, 5, 6)).wall
const alarm = (alarmId: number, id: number): WallEvent => ({
  on: 'alarm',
  alarm: { alarmId, key: id },
})

describe('opening', () => {
  test('takes the first free place, and the shape grows with what is open', () => {
    const shapes = [1, 2, 3, 4, 5, 6].map(
      count => wallAfter(emptyWall('one'), ...opened(1, 2, 3, 4, 5, 6).slice(0, count)).wall.shape,
    )
    expect(shapes).toEqual(['one', 'four', 'four', 'four', 'bigAndFive', 'bigAndFive'])
  })
  test('takes the place that was asked for, where it is free', () => {
    const { wall } = wallAfter(emptyWall('six'), { on: 'open', key: 1, place: 4 })
    expect(wall.places[4]).toBe(1)
    expect(stepWall(wall, { on: 'open', key: 2, place: 4 })[0].places[0]).toBe(2)
  })
  test('refuses the seventh and leaves the six as they are', () => {
    const { wall, effects } = wallAfter(full, { on: 'open', key: 7 })
    expect(wall).toEqual(full)
    expect(effects).toEqual([{ do: 'refuse', why: 'full', key: 7 }])
  })
  test('of one that is open already another is to be chosen, also where all six are', () => {
    const { wall, effects } = wallAfter(full, { on: 'open', key: 3 })
    expect(wall).toEqual(full)
    expect(effects).toEqual([{ do: 'refuse', why: 'already', key: 3 }])
  })
  test('a closed one leaves its place to the next, and its sound with it', () => {
    const { wall } = wallAfter(full, { on: 'sound', key: 2 }, { on: 'close', key: 2 }, ...opened(7))
    expect(wall.places).toEqual([1, 7, 3, 4, 5, 6])
    expect(wall.sound).toBeUndefined()
  })
})

describe('shapes', () => {
  test('a smaller one keeps what does not fit open, and out of sight', () => {
    const { wall } = wallAfter(full, { on: 'shape', shape: 'four' })
    expect(outOfSight(wall)).toEqual([5, 6])
    expect(openOn(wall)).toHaveLength(6)
  })
  test('hides none behind an empty place', () => {
    const gap = wallAfter(full, { on: 'close', key: 1 }, { on: 'close', key: 2 })
    const { wall } = wallAfter(gap.wall, { on: 'shape', shape: 'four' })
    expect(outOfSight(wall)).toEqual([])
    expect(openOn(wall)).toEqual([3, 4, 5, 6])
  })
  test('two change their places', () => {
    const { wall } = wallAfter(full, { on: 'swap', from: 3, to: 0 })
    expect(wall.places).toEqual([4, 2, 3, 1, 5, 6])
  })
  test('only what is open is heard, and one at a time', () => {
    const heard = wallAfter(full, { on: 'sound', key: 2 }, { on: 'sound', key: 4 }).wall
    expect(heard.sound).toBe(4)
    expect(wallAfter(heard, { on: 'sound', key: 9 }).wall.sound).toBeUndefined()
  })
})

describe('an alarm', () => {
  test('on a full wall takes the big place, and what it replaced comes back when it is over', () => {
    const raised = wallAfter(full, alarm(1, 7)).wall
    expect(raised.places).toEqual([7, 2, 3, 4, 5, 6])
    expect(raised.alarm).toMatchObject({ alarmId: 1, replaced: 1, closed: true })
    expect(wallAfter(raised, { on: 'alarmOver', alarmId: 1 }).wall).toEqual(full)
    expect(wallAfter(raised, { on: 'putBack' }).wall).toEqual(full)
  })
  test('whose camera is open already changes places with the big one, and back', () => {
    const raised = wallAfter(full, alarm(1, 4)).wall
    expect(raised.places).toEqual([4, 2, 3, 1, 5, 6])
    expect(wallAfter(raised, { on: 'putBack' }).wall).toEqual(full)
  })
  test('where a place is free moves the big one there', () => {
    const some = wallAfter(emptyWall('bigAndFive'), ...opened(1, 2)).wall
    const raised = wallAfter(some, alarm(1, 7)).wall
    expect(raised.places.slice(0, 3)).toEqual([7, 2, 1])
    expect(wallAfter(raised, { on: 'putBack' }).wall).toEqual(some)
  })
  test('on an empty wall is alone, and gone afterwards', () => {
    const raised = wallAfter(emptyWall('one'), alarm(1, 7)).wall
    expect(openOn(raised)).toEqual([7])
    expect(wallAfter(raised, { on: 'putBack' }).wall).toEqual(emptyWall('one'))
  })
  test.each(['four', 'six'] as const)('gets a big place in the shape %s, and the shape comes back', shape => {
    const before = wallAfter(full, { on: 'shape', shape }).wall
    const raised = wallAfter(before, alarm(1, 2)).wall
    expect(raised.shape).toBe('bigAndFive')
    expect(wallAfter(raised, { on: 'alarmOver', alarmId: 1 }).wall).toEqual(before)
  })
  test('a shape that was chosen meanwhile stays', () => {
    const six = wallAfter(full, { on: 'shape', shape: 'six' }, alarm(1, 2), { on: 'shape', shape: 'four' })
    expect(wallAfter(six.wall, { on: 'putBack' }).wall.shape).toBe('four')
  })
  test('does not take the place of another alarm: it waits until that one is over', () => {
    const two = wallAfter(full, alarm(1, 7), alarm(2, 8), alarm(2, 8)).wall
    expect(two.places[0]).toBe(7)
    expect(two.waiting).toEqual([{ alarmId: 2, key: 8 }])
    const next = wallAfter(two, { on: 'alarmOver', alarmId: 1 }).wall
    expect(next.places[0]).toBe(8)
    expect(wallAfter(next, { on: 'alarmOver', alarmId: 2 }).wall).toEqual(full)
  })
  test('that is handled while it waits never comes up', () => {
    const { wall } = wallAfter(full, alarm(1, 7), alarm(2, 8), { on: 'alarmOver', alarmId: 2 })
    expect(wallAfter(wall, { on: 'putBack' }).wall).toEqual(full)
  })
  test('whose picture is closed by hand gives the big place back', () => {
    expect(wallAfter(full, alarm(1, 7), { on: 'close', key: 7 }).wall).toEqual(full)
  })
  test('whose picture was moved gives back where it stands now', () => {
    const { wall } = wallAfter(full, alarm(1, 7), { on: 'swap', from: 0, to: 2 }, { on: 'putBack' })
    expect(openOn(wall).sort()).toEqual([1, 2, 3, 4, 5, 6])
  })
  test('does not open twice what somebody opened again meanwhile', () => {
    const { wall } = wallAfter(full, alarm(1, 7), { on: 'close', key: 2 }, ...opened(1), { on: 'putBack' })
    expect(openOn(wall).sort()).toEqual([1, 3, 4, 5, 6])
  })
})

test('a kept layout opens each once, and no more than six', () => {
  const keys = [1, 1, 2, 3, 4, 5, 6, 7]
  const { wall } = wallAfter(full, alarm(1, 9), { on: 'lay', shape: 'six', places: keys })
  expect(wall.places).toEqual([1, undefined, 2, 3, 4, 5])
  expect(wall.alarm).toBeUndefined()
})

test('whatever happens: at most six, none twice, and only what is open is heard', () => {
  let seed = 7
  const roll = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  const shapeAt = (at: number) => wallShapes[at] ?? 'one'
  const any = (): WallEvent => {
    const key = roll(9)
    const alarmId = roll(5)
    const events: WallEvent[] = [
      { on: 'open', key, place: roll(7) },
      { on: 'close', key },
      { on: 'shape', shape: shapeAt(roll(4)) },
      { on: 'swap', from: roll(7), to: roll(7) },
      { on: 'sound', key },
      { on: 'alarm', alarm: { alarmId, key } },
      { on: 'alarmOver', alarmId },
    ]
    return events[roll(8)] ?? { on: 'putBack' }
  }
  let wall = emptyWall('one')
  for (let count = 0; count < 5_000; count++) {
    wall = stepWall(wall, any())[0]
    const open = openOn(wall)
    expect(wall.places).toHaveLength(MOST_MONITORS)
    expect(new Set(open).size).toBe(open.length)
    if (wall.sound) expect(open).toContain(wall.sound)
    if (wall.alarm) expect(open).toContain(wall.alarm.key)
    else expect(wall.waiting).toEqual([])
    expect(outOfSight(wall).length).toBeLessThanOrEqual(MOST_MONITORS - placesIn[wall.shape])
  }
})
