// What the simulated devices measure fits what the demo sets on them and remembers of them.
import { expect, test } from 'vitest'
import { equipment } from '../../../server/demo/equipment.ts'
import { habits } from '../../../server/simulator/habits.ts'
import { createChance } from '../../../server/simulator/random.ts'
import { deviceKinds } from '../../../src/domain/device/device.ts'
import type { ReadingKind } from '../../../src/domain/device/readings.ts'

const MOMENTS = 20_000

test.each(deviceKinds)('%s: inside its limits almost always, near its history', kind => {
  const chance = createChance(7)
  const known = new Map(equipment[kind].measures.map(measure => [measure.kind, measure]))
  const sums = new Map<ReadingKind, number>()
  let broken = 0
  for (let n = 0; n < MOMENTS; n++) {
    const hour = (n / MOMENTS) * 24
    for (const [reading, value] of Object.entries(habits[kind].measure(chance, hour))) {
      const { lower = -Infinity, upper = Infinity } = known.get(reading as ReadingKind)?.limits ?? {}
      if (value < lower || value > upper) broken++
      sums.set(reading as ReadingKind, (sums.get(reading as ReadingKind) ?? 0) + value)
    }
  }
  expect(broken / MOMENTS).toBeLessThan(0.0005)
  for (const [reading, sum] of sums) {
    const measure = known.get(reading)
    if (measure?.shape !== 'wave') continue
    const reach = measure.swing + 2 * measure.noise
    expect(Math.abs(sum / MOMENTS - measure.base), reading).toBeLessThan(reach)
  }
})
