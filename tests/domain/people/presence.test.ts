// Whether somebody is here, by what punches, doors, fences and devices say.
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import {
  doorSign,
  type PresenceSign,
  presenceOf,
  punchSigns,
  turnsOf,
} from '../../../src/domain/people/presence.ts'

const NOW = Date.UTC(2026, 10, 23, 8)
const ago = (minutes: number) => NOW - minutes * MINUTE_MS
const punch = (minutes: number, says: 'in' | 'out'): PresenceSign => ({
  source: 'punch',
  at: ago(minutes),
  says,
})
const fence = (minutes: number, says: 'in' | 'out'): PresenceSign => ({
  source: 'fence',
  at: ago(minutes),
  says,
})
const door = (minutes: number): PresenceSign => ({ source: 'door', at: ago(minutes), says: 'seen' })
const heard = (minutes: number): PresenceSign => ({ source: 'device', at: ago(minutes), says: 'heard' })

describe('presence', () => {
  test.each<[string, PresenceSign[], string, string | null, boolean]>([
    ['nothing is known', [], 'unknown', null, false],
    ['a device alone says nothing of a place', [heard(1)], 'unknown', null, false],
    ['who has punched in is here', [punch(60, 'in')], 'here', 'punch', false],
    ['who has punched out is gone', [punch(60, 'in'), punch(5, 'out')], 'gone', 'punch', false],
    ['a punch of yesterday is of another shift', [punch(17 * 60, 'in')], 'unknown', null, false],
    ['a helmet inside is here', [fence(300, 'in'), heard(1)], 'here', 'fence', false],
    [
      'a fence crossed long ago holds while the helmet is heard',
      [fence(3000, 'in'), heard(1)],
      'here',
      'fence',
      false,
    ],
    ['a helmet that is silent says nothing', [fence(300, 'in'), heard(30)], 'unknown', null, false],
    [
      'in by punch, helmet outside: said as a contradiction',
      [punch(60, 'in'), fence(20, 'out'), heard(1)],
      'gone',
      'fence',
      true,
    ],
    [
      'out by punch, helmet left on the site',
      [punch(90, 'in'), punch(5, 'out'), fence(90, 'in'), heard(1)],
      'here',
      'fence',
      true,
    ],
    ['a door after the punch out', [punch(90, 'out'), door(5)], 'here', 'door', true],
    ['both agree', [punch(60, 'in'), fence(59, 'in'), heard(0)], 'here', 'fence', false],
    ['what lies in the future is not known yet', [punch(-5, 'in')], 'unknown', null, false],
  ])('%s', (_, signs, state, by, contradicted) => {
    expect(presenceOf(signs, NOW)).toMatchObject({ state, by, contradicted })
  })

  test('who left in the evening is gone in the night, though the morning is no longer looked at', () => {
    const [came, left, back, went] = [ago(20 * 60), ago(15 * 60), ago(14 * 60), ago(9 * 60)]
    const judged = turnsOf([came, left, back, went, null, null])
    expect(presenceOf(punchSigns([came, left, back, went], NOW, judged), NOW)).toMatchObject({
      state: 'gone',
    })
    expect(presenceOf([doorSign(went, judged)], NOW)).toMatchObject({ state: 'gone', by: 'door' })
    expect(presenceOf([doorSign(ago(30), judged)], NOW)).toMatchObject({ state: 'here' })
    // A punch that the day does not go by, and one that is not judged yet.
    expect(punchSigns([back, ago(1)], NOW, judged).map(({ says }) => says)).toEqual(['in', 'seen'])
  })

  test('one punch in the break is who is back', () => {
    expect(turnsOf([ago(300), ago(60), ago(60), null, null, null]).get(ago(60))).toBe('in')
  })

  test('punches go in and out by turns within a shift', () => {
    const signs = punchSigns([NOW - 20 * HOUR_MS, ago(10), ago(300), ago(200)], NOW)
    expect(signs.map(({ says }) => says)).toEqual(['in', 'out', 'in'])
  })
})
