// The machine of incidents: which step follows which, until when, and what ends nothing.
import { describe, expect, test } from 'vitest'
import {
  afterNews,
  dueAfter,
  type IncidentFacts,
  incidentState,
  kindOfAlarm,
  mayTake,
  nextStep,
  stateAfter,
} from '../../../src/domain/supervision/incident-step.ts'

const MINUTE = 60_000

describe('steps', () => {
  test.each([
    ['open', ['acknowledge']],
    ['acknowledged', ['contact', 'dispatch', 'close']],
    ['contacted', ['dispatch', 'close']],
    ['dispatched', ['close']],
    ['closed', []],
  ] as const)('%s allows %j', (state, allowed) => {
    const steps = ['acknowledge', 'contact', 'dispatch', 'close'] as const
    expect(steps.filter(step => mayTake(state, step))).toEqual(allowed)
    expect(nextStep(state)).toBe(allowed[0])
  })

  test('an incident that nobody has seen is never closed', () => {
    expect(mayTake('open', 'close')).toBe(false)
  })

  test('every way of next steps ends closed', () => {
    for (const from of incidentState.options) {
      let state = from
      for (let step = nextStep(state); step; step = nextStep(state)) state = stateAfter(step)
      expect(state).toBe('closed')
    }
  })
})

describe('what is due', () => {
  test.each([
    ['open', 'strap', 'severe', 2],
    ['open', 'strap', 'moderate', 5],
    ['open', 'strap', 'mild', 10],
    ['open', 'flat', 'severe', 8],
    ['open', 'silent', 'severe', 2],
    ['acknowledged', 'help', 'severe', 5],
    ['contacted', 'help', 'mild', 60],
    ['dispatched', 'curfew', 'moderate', 120],
    ['open', 'expired', 'mild', 120],
  ] as const)('%s, %s, %s: after %i minutes', (state, kind, level, minutes) => {
    expect(dueAfter(state, { kind, level }, 1_000)).toBe(1_000 + minutes * MINUTE)
  })

  test('nothing is due of what is closed', () => {
    expect(dueAfter('closed', { kind: 'help', level: 'severe' }, 0)).toBeUndefined()
  })
})

describe('news', () => {
  const strap: IncidentFacts = {
    ...{ state: 'acknowledged', kind: 'strap', level: 'severe', times: 1, escalation: 0 },
    dueAt: 5 * MINUTE,
  }

  test('a strap that is tight again closes nothing, nor does a device that is heard again', () => {
    expect(afterNews(strap, 'refastened', 0)).toEqual(strap)
    expect(afterNews({ ...strap, kind: 'silent' }, 'heard', 0)).toEqual({ ...strap, kind: 'silent' })
  })

  test('the same once more counts', () => {
    expect(afterNews(strap, 'again', 0)).toEqual({ ...strap, times: 2 })
  })

  test('overdue is told once, and has its time anew', () => {
    expect(afterNews(strap, 'overdue', 4 * MINUTE)).toEqual(strap)
    const told = afterNews(strap, 'overdue', 6 * MINUTE)
    expect(told).toEqual({ ...strap, escalation: 1, dueAt: 11 * MINUTE })
    expect(afterNews(told, 'overdue', 6 * MINUTE)).toEqual(told)
  })

  test('whatever comes after the end changes nothing', () => {
    const closed: IncidentFacts = { ...strap, state: 'closed', dueAt: undefined }
    for (const news of ['again', 'refastened', 'heard', 'overdue'] as const)
      expect(afterNews(closed, news, 99 * MINUTE)).toEqual(closed)
  })
})

describe('alarms of what is worn', () => {
  test.each([
    ['sos', 80, 'help'],
    ['wearing', 80, 'strap'],
    ['offline', 80, 'silent'],
    ['offline', 11, 'silent'],
    ['offline', 10, 'flat'],
    // A battery that never told is no excuse.
    ['offline', null, 'silent'],
    ['fenceExit', 5, 'left'],
    ['fenceEntry', 5, 'entered'],
    ['deviceFault', 80, 'tamper'],
    ['heartRate', 80, undefined],
    ['lowVoltage', 5, undefined],
  ] as const)('%s at %s %% is %s', (type, battery, kind) => {
    expect(kindOfAlarm(type, battery)).toBe(kind)
  })
})
