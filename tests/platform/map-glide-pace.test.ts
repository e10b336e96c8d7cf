// How often the map is painted while things move on it.
import { expect, test } from 'vitest'
import { GlidePace } from '../../src/platform/map/maplibre/glide-pace.ts'

function pace() {
  let now = 0
  const timers = new Set<{ at: number; run: () => void }>()
  const painted: number[] = []
  const one = new GlidePace(() => painted.push(now), {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  })
  const passTo = (until: number) => {
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
      if (!next) break
      timers.delete(next)
      now = next.at
      next.run()
    }
    now = until
  }
  return { one, painted, passTo }
}

test('a single one that glides is painted at every frame until it has come', () => {
  const { one, painted, passTo } = pace()
  one.changed(true)
  for (let at = 16; at < 500; at += 16) {
    passTo(at)
    one.painted(true)
  }
  one.painted(false)
  passTo(5_000)
  expect(painted).toHaveLength(32)
})

test('where others keep following, pictures come ten a second, fewer where they are dear', () => {
  const { one, painted, passTo } = pace()
  const frames = (from: number, to: number) => {
    painted.length = 0
    for (let at = from; at < to; at += 10) {
      passTo(at)
      one.changed(true)
      // What was asked for is painted.
      if (painted.length > 0) one.painted(true)
    }
    return painted.length
  }
  one.painted(true)
  passTo(1_000)
  one.cost(5)
  expect(frames(1_000, 3_000)).toBeLessThanOrEqual(20)
  expect(painted.length).toBeGreaterThan(15)
  one.cost(70)
  expect(frames(3_000, 5_000)).toBeLessThanOrEqual(8)
  expect(painted.length).toBeGreaterThan(4)
})

test('after a rest the next one is seen at once again', () => {
  const { one, painted, passTo } = pace()
  one.painted(true)
  passTo(2_000)
  one.painted(false)
  one.changed(true)
  expect(painted).toEqual([0, 2_000])
})

test('what is only part of a cluster, or out of sight, can wait; what is seen does not wait for it', () => {
  const { one, painted, passTo } = pace()
  for (let at = 0; at < 390; at += 10) {
    passTo(at)
    one.changed(false)
  }
  expect(painted).toEqual([])
  one.changed(true)
  expect(painted).toEqual([380])
  passTo(1_000)
  expect(painted).toEqual([380, 400])
})

test('a layer that was taken away paints nothing', () => {
  const { one, painted, passTo } = pace()
  one.changed(false)
  one.stop()
  passTo(1_000)
  expect(painted).toEqual([])
})
