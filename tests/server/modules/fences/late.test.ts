// What comes late tells the same story in the end as if it had come in time: random walks, random losses.
import { expect, test } from 'vitest'
import { packBoxes } from '../../../../server/modules/fences/box-index.ts'
import {
  type Decision,
  type FenceHappening,
  type Fix,
  firstSide,
  type GuardedFence,
  judgeFix,
  type Side,
} from '../../../../server/modules/fences/engine.ts'
import type { TenantFences, Watch } from '../../../../server/modules/fences/fence-book.ts'
import type { AlarmRef } from '../../../../server/modules/fences/judge-device.ts'
import { judgeLate } from '../../../../server/modules/fences/judge-late.ts'
import { createChance } from '../../../../server/simulator/random.ts'
import { checkShape } from '../../../../src/domain/fence/fence-geometry.ts'
import { prepareShape } from '../../../../src/domain/fence/fence-inside.ts'
import { placeAt } from '../../../../src/domain/geo/geo.ts'

const HOME = { longitude: 114.06, latitude: 22.54 }
const MINUTE = 60_000
const circle = checkShape({ shape: 'circle', ...HOME, radius: 100 })
if ('fault' in circle) throw new Error(circle.fault)
const fence: GuardedFence = {
  id: 1,
  name: 'Home',
  shape: prepareShape(circle.ok),
  label: HOME,
  alarmOnExit: true,
  alarmOnEntry: false,
  delayMs: 0,
  dwellMs: null,
  hours: { days: [], fromMinute: null, untilMinute: null, zone: 'Asia/Shanghai' },
  armedAt: 0,
}
const tenant: TenantFences = {
  fences: new Map([[1, fence]]),
  boxes: packBoxes([{ box: fence.shape.box, item: fence }]),
  bound: new Map(),
  ofGroup: new Map(),
}
const watch: Watch = { has: id => id === 1, armedAt: () => 0, newest: 0, all: () => [fence] }

/** Everything in its order: what happens, and the side at the end. */
function live(fixes: readonly Fix[]): { events: FenceHappening[]; side: Side<AlarmRef> | undefined } {
  const events: FenceHappening[] = []
  let side: Side<AlarmRef> | undefined
  for (const fix of fixes) {
    if (!side) {
      side = firstSide<AlarmRef>(fence, fix)
      continue
    }
    const next: { side: Side<AlarmRef>; decisions: Decision<AlarmRef>[] } = judgeFix<AlarmRef>(
      fence,
      side,
      fix,
      null,
    )
    side = next.side
    for (const one of next.decisions) if (one.is === 'happened') events.push(one.happening)
  }
  return { events, side }
}

test('as many exits and entries are known in the end, each once, and in turn', () => {
  let crossings = 0
  for (let seed = 0; seed < 300; seed++) {
    const chance = createChance(seed)
    let metres = 0
    const all: Fix[] = Array.from({ length: 60 }, (_, minute) => {
      if (chance.happens(0.3)) metres = chance.pick([0, 50, 300, 500]) ?? 0
      return { at: minute * MINUTE, ...placeAt(HOME, metres, 0), accuracy: null }
    })
    // The first and the last one come in time.
    const isLate = all.map((_, index) => index > 0 && index < 59 && chance.happens(0.6))
    const now = live(all.filter((_, index) => !isLate[index]))
    const known = now.events.map(({ kind, at }) => ({ kind, at }))
    const late = all.filter((_, index) => isLate[index])
    const half = chance.between(0, late.length)
    const sides = new Map(now.side ? [[1, now.side]] : [])
    let had = all.filter((_, index) => !isLate[index])
    for (const some of [late.slice(0, half), late.slice(half)]) {
      had = [...had, ...some].sort((a, b) => a.at - b.at)
      const stretch = { fixes: had, late: new Set(some.map(({ at }) => at)) }
      for (const { decisions } of judgeLate(tenant, watch, stretch, sides, () => known.slice()))
        for (const one of decisions)
          if (one.is === 'happened') {
            expect(one.happening.late).toBe(true)
            known.push({ kind: one.happening.kind, at: one.happening.at })
          }
    }
    const truth = live(all).events
    const count = (of: readonly { kind: string }[], kind: string) =>
      of.filter(one => one.kind === kind).length
    for (const kind of ['exit', 'entry']) expect(count(known, kind), `seed ${seed}`).toBe(count(truth, kind))
    crossings += truth.length
  }
  expect(crossings).toBeGreaterThan(1000)
})
