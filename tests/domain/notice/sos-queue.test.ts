// The queue of SOS calls: rows of given, when, then; and what holds after any events whatsoever.
import { describe, expect, it } from 'vitest'
import {
  emptySosQueue,
  type Sos,
  type SosChange,
  type SosEffect,
  type SosEvent,
  type SosQueue,
  shownOf,
  stepSos,
  waitingOf,
} from '../../../src/domain/notice/sos-queue.ts'

const ME = 7

const sos = (alarmId: number, raisedAt = alarmId * 1000): Sos => ({
  alarmId,
  imei: '866040053214418',
  deviceName: `Wristband ${alarmId}`,
  name: '陈秀英',
  building: 'Block 3',
  unit: '2',
  roomNo: '1204',
  userPhone: '13800000012',
  place: null,
  battery: 64,
  latitude: null,
  longitude: null,
  raisedAt,
})

const changed = (alarmId: number, facts: Partial<Omit<SosChange, 'sos'>>): SosEvent => ({
  on: 'changed',
  me: ME,
  change: {
    sos: sos(alarmId),
    status: 'open',
    version: 1,
    takenBy: null,
    takenById: null,
    handledBy: null,
    ...facts,
  },
})

function run(events: readonly SosEvent[], from: SosQueue = emptySosQueue): [SosQueue, SosEffect[]] {
  let queue = from
  let last: SosEffect[] = []
  for (const event of events) {
    const [next, effects] = stepSos(queue, event)
    queue = next
    last = [...effects]
  }
  return [queue, last]
}

const raised = (id: number): SosEvent => ({ on: 'raised', sos: sos(id) })
const take = (alarmId: number): SosEvent => ({ on: 'takePressed', alarmId })
const leading: SosEvent = { on: 'leadership', leader: true }
const takenElsewhere = changed(1, { status: 'taken', version: 2, takenBy: '王队', takenById: 9 })

const rows: {
  name: string
  given: readonly SosEvent[]
  when: SosEvent
  shown: number | undefined
  phase?: string
  does: readonly SosEffect['do'][]
}[] = [
  {
    name: 'the first one is shown and rings in the leading tab',
    given: [leading],
    when: raised(1),
    shown: 1,
    phase: 'waiting',
    does: ['announce', 'ring'],
  },
  {
    name: 'another tab shows it without a sound',
    given: [],
    when: raised(1),
    shown: 1,
    phase: 'waiting',
    does: ['announce'],
  },
  {
    name: 'a tab that becomes the leader rings for what waits',
    given: [raised(1)],
    when: leading,
    shown: 1,
    does: ['ring'],
  },
  {
    name: 'the same one again changes nothing',
    given: [leading, raised(1)],
    when: raised(1),
    shown: 1,
    does: [],
  },
  {
    name: 'a second one waits behind the first',
    given: [leading, raised(1)],
    when: raised(2),
    shown: 1,
    does: ['announce'],
  },
  {
    name: 'an older one that comes late goes first',
    given: [raised(2)],
    when: raised(1),
    shown: 1,
    does: ['announce'],
  },
  {
    name: 'taking asks the server and is quiet meanwhile',
    given: [leading, raised(1)],
    when: take(1),
    shown: 1,
    phase: 'taking',
    does: ['take', 'silence'],
  },
  {
    name: 'pressing twice asks once',
    given: [raised(1), take(1)],
    when: take(1),
    shown: 1,
    phase: 'taking',
    does: [],
  },
  {
    name: 'the own take is said for a moment',
    given: [raised(1), take(1)],
    when: { on: 'taken', alarmId: 1, attempt: 1 },
    shown: 1,
    phase: 'mine',
    does: ['startTimer'],
  },
  {
    name: 'and leaves by itself',
    given: [raised(1), take(1), { on: 'taken', alarmId: 1, attempt: 1 }],
    when: { on: 'closeDue', alarmId: 1 },
    shown: undefined,
    does: ['cancelTimer'],
  },
  {
    name: 'an own take makes room for the next at once',
    given: [raised(1), raised(2), take(1)],
    when: { on: 'taken', alarmId: 1, attempt: 1 },
    shown: 2,
    phase: 'waiting',
    does: ['startTimer'],
  },
  {
    name: 'all that wait are taken with one question',
    given: [leading, raised(1), raised(2), raised(3)],
    when: { on: 'takeAllPressed' },
    shown: 1,
    phase: 'taking',
    does: ['take', 'silence'],
  },
  {
    name: 'news of another one does not take the place of one that waits',
    given: [raised(1), raised(2)],
    when: takenElsewhere,
    shown: 2,
    phase: 'waiting',
    does: ['startTimer'],
  },
  {
    name: 'the person leafs to a newer one',
    given: [raised(1), raised(2)],
    when: { on: 'leafed', by: 1 },
    shown: 2,
    does: [],
  },
  {
    name: 'behind the newest there is nothing to leaf to',
    given: [raised(1), raised(2), { on: 'leafed', by: 1 }],
    when: { on: 'leafed', by: 1 },
    shown: 2,
    does: [],
  },
  {
    name: 'an older one that comes late does not push away what the person leafed to',
    given: [raised(2), raised(3), { on: 'leafed', by: 1 }],
    when: raised(1),
    shown: 3,
    does: ['announce'],
  },
  {
    name: 'a late answer to an older attempt is dropped',
    given: [
      raised(1),
      take(1),
      { on: 'takeRefused', alarmId: 1, attempt: 1, refusal: { id: 'offline' } },
      take(1),
    ],
    when: { on: 'taken', alarmId: 1, attempt: 1 },
    shown: 1,
    phase: 'taking',
    does: [],
  },
  {
    name: 'a refused take rings again and says why',
    given: [leading, raised(1), take(1)],
    when: { on: 'takeRefused', alarmId: 1, attempt: 1, refusal: { id: 'offline' } },
    shown: 1,
    phase: 'waiting',
    does: ['ring'],
  },
  {
    name: 'a colleague was faster: the answer names them',
    given: [raised(1), take(1)],
    when: {
      on: 'takeRefused',
      alarmId: 1,
      attempt: 1,
      refusal: { id: 'alarm.takenBy', params: { name: '王队' } },
    },
    shown: 1,
    phase: 'elsewhere',
    does: ['startTimer'],
  },
  {
    name: 'taken elsewhere: silent, named, closed by a timer',
    given: [leading, raised(1)],
    when: takenElsewhere,
    shown: 1,
    phase: 'elsewhere',
    does: ['startTimer', 'silence'],
  },
  {
    name: 'the timer closes it',
    given: [raised(1), takenElsewhere],
    when: { on: 'closeDue', alarmId: 1 },
    shown: undefined,
    does: ['cancelTimer'],
  },
  {
    name: 'the timer of one that waits again closes nothing',
    given: [raised(1)],
    when: { on: 'closeDue', alarmId: 1 },
    shown: 1,
    does: [],
  },
  {
    name: 'the own take in another tab closes it here',
    given: [leading, raised(1)],
    when: changed(1, { status: 'taken', version: 2, takenById: ME, takenBy: 'me' }),
    shown: undefined,
    does: ['silence'],
  },
  {
    name: 'the notice of the own take may outrun its answer',
    given: [raised(1), take(1)],
    when: changed(1, { status: 'taken', version: 2, takenById: ME, takenBy: 'me' }),
    shown: 1,
    phase: 'mine',
    does: ['startTimer'],
  },
  {
    name: 'a duplicate after the end does not ring',
    given: [leading, raised(1), takenElsewhere, { on: 'closeDue', alarmId: 1 }],
    when: raised(1),
    shown: undefined,
    does: [],
  },
  {
    name: 'an older version of the row does not ring either',
    given: [leading, raised(1), takenElsewhere, { on: 'closeDue', alarmId: 1 }],
    when: changed(1, { version: 1 }),
    shown: undefined,
    does: [],
  },
  {
    name: 'given back, it waits again',
    given: [leading, raised(1), takenElsewhere, { on: 'closeDue', alarmId: 1 }],
    when: changed(1, { version: 3 }),
    shown: 1,
    phase: 'waiting',
    does: ['announce', 'ring'],
  },
  {
    name: 'what waits cannot be closed',
    given: [raised(1)],
    when: { on: 'closePressed', alarmId: 1 },
    shown: 1,
    phase: 'waiting',
    does: [],
  },
  {
    name: 'put aside, all are silent and in the bar, and the clock runs',
    given: [leading, raised(1), raised(2)],
    when: { on: 'laterPressed' },
    shown: undefined,
    does: ['startReminder', 'silence'],
  },
  {
    name: 'after a minute in the bar they are heard again',
    given: [leading, raised(1), { on: 'laterPressed' }],
    when: { on: 'reminderDue' },
    shown: undefined,
    does: ['startReminder', 'ring'],
  },
  {
    name: 'for a moment, and again a minute later',
    given: [leading, raised(1), { on: 'laterPressed' }, { on: 'reminderDue' }],
    when: { on: 'reminderDue' },
    shown: undefined,
    does: ['startReminder', 'silence'],
  },
  {
    name: 'what is taken from the bar is heard no more',
    given: [leading, raised(1), { on: 'laterPressed' }, { on: 'reminderDue' }],
    when: takenElsewhere,
    shown: undefined,
    does: ['cancelReminder', 'silence'],
  },
  {
    name: 'one more brings back those in the bar, and is shown itself',
    given: [leading, raised(1), { on: 'laterPressed' }],
    when: raised(2),
    shown: 2,
    does: ['announce', 'cancelReminder', 'ring'],
  },
  {
    name: 'put aside and taken elsewhere, it just leaves',
    given: [raised(1), { on: 'laterPressed' }],
    when: takenElsewhere,
    shown: undefined,
    does: ['cancelReminder'],
  },
  {
    name: 'the bar brings back what was put aside',
    given: [leading, raised(1), { on: 'laterPressed' }],
    when: { on: 'barPressed' },
    shown: 1,
    does: ['cancelReminder', 'ring'],
  },
  {
    name: 'a connection asks what was missed',
    given: [raised(1)],
    when: { on: 'connected' },
    shown: 1,
    does: ['fetchPending'],
  },
  {
    name: 'what was missed is shown',
    given: [leading],
    when: { on: 'pending', known: [], list: [{ sos: sos(3), version: 1 }] },
    shown: 3,
    phase: 'waiting',
    does: ['announce', 'ring'],
  },
  {
    name: 'what was settled meanwhile closes',
    given: [leading, raised(1)],
    when: { on: 'pending', known: [1], list: [] },
    shown: 1,
    phase: 'elsewhere',
    does: ['startTimer', 'silence'],
  },
  {
    name: 'one raised after the question stays',
    given: [leading, raised(1)],
    when: { on: 'pending', known: [], list: [] },
    shown: 1,
    phase: 'waiting',
    does: [],
  },
  {
    name: 'the end of the session silences and empties',
    given: [leading, raised(1)],
    when: { on: 'sessionEnded' },
    shown: undefined,
    does: ['silence'],
  },
]

describe('SOS queue', () => {
  it.each(rows)('$name', ({ given, when, shown, phase, does }) => {
    const [before] = run(given)
    const [after, effects] = run([when], before)
    expect(shownOf(after)?.sos.alarmId).toBe(shown)
    if (phase) expect(shownOf(after)?.phase.is).toBe(phase)
    expect(effects.map(effect => effect.do)).toEqual(does)
  })

  it('takes the battery from the notice that follows the row', () => {
    const row: SosEvent = { on: 'raised', sos: { ...sos(1), battery: null } }
    const [queue, effects] = run([row, raised(1)])
    expect(shownOf(queue)?.sos.battery).toBe(64)
    expect(effects).toEqual([])
  })

  it('asks about exactly what waits', () => {
    const [, effects] = run([raised(1), raised(2), takenElsewhere, { on: 'connected' }])
    expect(effects).toEqual([{ do: 'fetchPending', known: [2] }])
  })

  it('remembers a bounded number of settled alarms', () => {
    const events = Array.from({ length: 2000 }, (_, at) => changed(at + 1, { status: 'handled', version: 2 }))
    expect(run(events)[0].settled.size).toBeLessThanOrEqual(500)
  })

  it('keeps its promises under random events', () => {
    const random = randomOf(20)
    for (let round = 0; round < 300; round += 1) {
      let queue = emptySosQueue
      let sounding = false
      for (let at = 0; at < 40; at += 1) {
        const [next, effects] = stepSos(queue, anyEvent(random))
        for (const effect of effects) {
          // Orders to the siren alternate: it is never started twice, never stopped twice.
          if (effect.do === 'ring') expect(sounding).toBe(false)
          if (effect.do === 'silence') expect(sounding).toBe(true)
          if (effect.do === 'ring' || effect.do === 'silence') sounding = effect.do === 'ring'
        }
        const ids = next.entries.map(entry => entry.sos.alarmId)
        expect(new Set(ids).size).toBe(ids.length)
        expect(next.ringing).toBe(sounding)
        // Idle never rings; only the leader rings: for what waits in the open, and in between for what was put aside.
        const waiting = waitingOf(next)
        const inTheOpen = waiting.some(entry => !entry.later)
        if (sounding) {
          expect(next.leader).toBe(true)
          expect(inTheOpen || (waiting.length > 0 && next.reminder === 'sounding')).toBe(true)
        }
        // What waits in the bar only is never forgotten.
        expect(next.reminder !== 'off').toBe(waiting.length > 0 && !inTheOpen)
        // What waits leaves only because somebody answered it or the session ended.
        if (next.entries.length > 0 && waitingOf(next).some(entry => !entry.later))
          expect(shownOf(next)).toBeDefined()
        queue = next
      }
    }
  })
})

function randomOf(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

function anyEvent(random: (below: number) => number): SosEvent {
  const alarmId = 1 + random(4)
  const statuses = ['open', 'taken', 'handled'] as const
  switch (random(14)) {
    case 0:
    case 1:
      return raised(alarmId)
    case 2:
      return changed(alarmId, {
        status: statuses[random(3)] ?? 'open',
        version: 1 + random(6),
        takenBy: '王队',
        takenById: random(2) === 0 ? ME : 9,
      })
    case 3:
      return take(alarmId)
    case 4:
      return { on: 'taken', alarmId, attempt: 1 + random(5) }
    case 5:
      return {
        on: 'takeRefused',
        alarmId,
        attempt: 1 + random(5),
        refusal: { id: random(2) ? 'offline' : 'alarm.takenBy' },
      }
    case 6:
      return { on: 'laterPressed' }
    case 7:
      return random(2) ? { on: 'barPressed' } : { on: 'closePressed', alarmId }
    case 8:
      return { on: 'closeDue', alarmId }
    case 9:
      return { on: 'leadership', leader: random(2) === 0 }
    case 10:
      return { on: 'takeAllPressed' }
    case 11:
      return { on: 'leafed', by: random(2) ? 1 : -1 }
    case 12:
      return { on: 'reminderDue' }
    default:
      return random(3) === 0
        ? { on: 'sessionEnded' }
        : {
            on: 'pending',
            known: [alarmId],
            list: random(2) ? [{ sos: sos(alarmId), version: 1 + random(6) }] : [],
          }
  }
}
