// What is left out when media come faster than they can be passed on.
import { expect, test } from 'vitest'
import { createPressure } from '../../../../server/modules/conference/sfu/pressure.ts'

test('pictures go first, then sound; after a pause everything is taken again', () => {
  const turns: (() => void)[] = []
  const pressure = createPressure(run => void turns.push(run))
  const refused = (now: number) => [pressure.refuses('video', now), pressure.refuses('audio', now)]
  expect(refused(1_000)).toEqual([false, false])
  expect(refused(1_250)).toEqual([false, false])
  expect(refused(1_251)).toEqual([true, false])
  expect(refused(1_751)).toEqual([true, true])
  // One turn is asked for, however many packets come.
  expect(turns).toHaveLength(1)
  turns.shift()?.()
  expect(refused(1_752)).toEqual([false, false])
  expect(turns).toHaveLength(1)
})

test('a flood leaves room for a message between', async () => {
  const pressure = createPressure()
  const began = Date.now()
  while (!pressure.refuses('audio', Date.now()));
  expect(Date.now() - began).toBeGreaterThan(700)
  await new Promise(resolve => setImmediate(resolve))
  expect(pressure.refuses('video', Date.now())).toBe(false)
})
