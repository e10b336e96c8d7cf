// Whose turn it is, and what becomes of a case, in a table of everything that can come across it.
import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../../src/domain/approval/kinds.ts'
import {
  type Book,
  type CaseFacts,
  type Decision,
  decide,
  deputiesOf,
  type Level,
  standingOf,
} from '../../../src/domain/approval/standing.ts'

const [ANN, BEN, CAT, DAN, EVE, ADMIN] = [1, 2, 3, 4, 5, 9]
const [SAFETY, OFFICE] = [71, 72]
const NOW = 1_000

const people = (need: 'any' | 'all', ...userIds: number[]): Level => ({ userIds, roleIds: [], need })
const role = (need: 'any' | 'all', ...roleIds: number[]): Level => ({ userIds: [], roleIds, need })

const book = (more: Partial<Book> = {}): Book => ({
  people: new Set([ANN, BEN, CAT, DAN, EVE, ADMIN]),
  members: new Map([
    [SAFETY, [BEN, CAT]],
    [OFFICE, []],
  ]),
  administrators: [ADMIN],
  standIns: [],
  ...more,
})

const facts = (levels: Level[], more: Partial<CaseFacts> = {}): CaseFacts => ({
  kind: 'announcement',
  applicantId: ANN,
  state: 'pending',
  levels,
  round: 1,
  level: 1,
  ...more,
})

const said = (actorId: number, more: Partial<Decision> = {}): Decision => ({
  round: 1,
  level: 1,
  seatId: actorId,
  actorId,
  verdict: 'approve',
  ...more,
})

const away = (userId: number, deputyId: number, from = 0, until = 2_000) => ({
  ...{ userId, deputyId, from, until },
  kinds: [],
})

const by = (actorId: number, verdict: Verdict = 'approve', at = NOW) => ({ actorId, verdict, at })
const asked = (given: CaseFacts, decisions: Decision[] = [], known: Book = book(), at = NOW) =>
  standingOf(given, decisions, known, at).waiting.map(({ actors }) => actors)

describe('a decision', () => {
  test.each<[name: string, given: CaseFacts, before: Decision[], act: ReturnType<typeof by>, want: object]>([
    [
      'of any one ends the only level',
      facts([people('any', BEN, CAT)]),
      [],
      by(CAT),
      { seatId: CAT, onBehalf: false, after: { state: 'approved', level: 1 } },
    ],
    [
      'of the first of all leaves the level open',
      facts([people('all', BEN, CAT)]),
      [],
      by(CAT),
      { after: { state: 'pending', level: 1 } },
    ],
    [
      'of the last of all ends it',
      facts([people('all', BEN, CAT)]),
      [said(CAT)],
      by(BEN),
      { after: { state: 'approved', level: 1 } },
    ],
    [
      'goes up a level, and says approved only at the end',
      facts([people('any', BEN), people('any', CAT)]),
      [],
      by(BEN),
      { after: { state: 'pending', level: 2 } },
    ],
    [
      'of a later level is not asked for yet',
      facts([people('any', BEN), people('any', CAT)]),
      [],
      by(CAT),
      { refused: 'notAsked' },
    ],
    [
      'of the same person on the next level is refused',
      facts([people('any', BEN), people('any', BEN, CAT)], { level: 2 }),
      [said(BEN)],
      by(BEN),
      { refused: 'twice' },
    ],
    [
      'of the same person in the next round is asked for',
      facts([people('any', BEN), people('any', CAT)], { round: 2 }),
      [said(BEN)],
      by(BEN),
      { after: { state: 'pending', level: 2 } },
    ],
    ['on one’s own is refused', facts([people('any', ANN, BEN)]), [], by(ANN), { refused: 'own' }],
    ['of a stranger is refused', facts([people('any', BEN, CAT)]), [], by(EVE), { refused: 'notAsked' }],
    [
      'on what is over is refused',
      facts([people('any', BEN)], { state: 'approved' }),
      [],
      by(BEN),
      { refused: 'over' },
    ],
    [
      'returns from any level',
      facts([people('any', BEN), people('all', CAT, DAN)], { level: 2 }),
      [said(BEN)],
      by(CAT, 'return'),
      { after: { state: 'returned', level: 2 } },
    ],
    [
      'rejects at once, whoever else is waited for',
      facts([people('all', BEN, CAT)]),
      [],
      by(BEN, 'reject'),
      { after: { state: 'rejected', level: 1 } },
    ],
    [
      'of all, where the applicant is one of them, waits for the others only',
      facts([people('all', ANN, BEN)]),
      [],
      by(BEN),
      { after: { state: 'approved', level: 1 } },
    ],
  ])('%s', (_, given, before, act, want) => {
    expect(decide(given, before, book(), act)).toMatchObject(want)
  })
})

describe('who is asked', () => {
  test('everybody who holds a role now', () => {
    expect(asked(facts([role('any', SAFETY)]))).toEqual([[BEN], [CAT]])
  })
  test('the administrator, where a role is emptied', () => {
    const given = facts([role('all', OFFICE)])
    expect(asked(given)).toEqual([[ADMIN]])
    expect(decide(given, [], book(), by(ADMIN))).toMatchObject({ after: { state: 'approved' } })
  })
  test('the administrator, where the last one of a level has left after others approved', () => {
    const left = book({ people: new Set([ANN, BEN, ADMIN]) })
    const standing = standingOf(facts([people('all', BEN, CAT)]), [said(BEN)], left, NOW)
    expect(standing).toMatchObject({ byAdministrator: true, waiting: [{ seatId: ADMIN }] })
  })
  test('nobody rather than an administrator on their own: it is never approved by itself', () => {
    const given = facts([role('any', OFFICE)], { applicantId: ADMIN })
    expect(asked(given)).toEqual([])
    expect(decide(given, [], book(), by(ADMIN))).toEqual({ refused: 'own' })
  })
  test('nobody of the applicant: nor who stands in for them', () => {
    expect(asked(facts([people('any', ANN)]), [], book({ standIns: [away(ANN, DAN)] }))).toEqual([[ADMIN]])
  })
  test('nobody on what is returned', () => {
    expect(asked(facts([people('any', BEN)], { state: 'returned' }))).toEqual([])
  })
})

describe('a stand-in', () => {
  const given = facts([people('any', BEN), people('any', CAT)])
  test('decides for whoever is away, who may decide as well', () => {
    const known = book({ standIns: [away(BEN, DAN)] })
    expect(asked(given, [], known)).toEqual([[BEN, DAN]])
    expect(decide(given, [], known, by(DAN))).toMatchObject({ seatId: BEN, onBehalf: true })
  })
  test.each([
    ['before its time', 999, []],
    ['from its first moment', 1_000, [DAN]],
    ['until the last', 1_999, [DAN]],
    ['no more at the end, in mid-case', 2_000, []],
  ])('holds %s', (_, at, want) => {
    expect(deputiesOf(BEN, 'announcement', [away(BEN, DAN, 1_000)], at)).toEqual(want)
    const known = book({ standIns: [away(BEN, DAN, 1_000)] })
    const step = decide(given, [], known, by(DAN, 'approve', at))
    expect('refused' in step).toBe(want.length === 0)
  })
  test('of another kind does not count', () => {
    const leave = [{ ...away(BEN, DAN), kinds: ['leave' as const] }]
    expect(deputiesOf(BEN, 'announcement', leave, NOW)).toEqual([])
    expect(deputiesOf(BEN, 'leave', leave, NOW)).toEqual([DAN])
  })
  test('who is away has one as well; a chain that comes back ends', () => {
    const chain = [away(BEN, DAN), away(DAN, EVE), away(EVE, BEN)]
    expect(deputiesOf(BEN, 'announcement', chain, NOW)).toEqual([DAN, EVE])
  })
  test('of oneself is nobody', () => {
    expect(deputiesOf(BEN, 'announcement', [away(BEN, BEN)], NOW)).toEqual([])
  })
  test('is followed for a few steps only', () => {
    const long = Array.from({ length: 20 }, (_, n) => away(100 + n, 101 + n))
    expect(deputiesOf(100, 'announcement', long, NOW)).toEqual([101, 102, 103, 104, 105])
  })
  test('counts once in a round: not for two people, nor for themselves', () => {
    const both = book({ standIns: [away(BEN, DAN), away(CAT, DAN)] })
    const second = { ...given, level: 2 }
    const first = [said(DAN, { seatId: BEN })]
    expect(decide(second, first, both, by(DAN))).toEqual({ refused: 'twice' })
    expect(decide(second, first, both, by(CAT))).toMatchObject({ after: { state: 'approved' } })
  })
  test('who was acted for has decided: they do not decide on the next level', () => {
    const levels = [people('any', BEN), people('any', BEN, CAT)]
    const first = [said(DAN, { seatId: BEN })]
    expect(asked(facts(levels, { level: 2 }), first, book())).toEqual([[CAT]])
  })
  test('who is the applicant decides for nobody', () => {
    expect(asked(given, [], book({ standIns: [away(BEN, ANN)] }))).toEqual([[BEN]])
  })
  test('decides for themselves before others, where both are asked', () => {
    const all = facts([people('all', BEN, DAN, CAT)])
    const known = book({ standIns: [away(BEN, DAN)] })
    expect(decide(all, [], known, by(DAN))).toMatchObject({ seatId: DAN, onBehalf: false })
  })
})
