// Judging one after the other: what shows at once, what is sent in which order, and what becomes of it when somebody else was first.
import { describe, expect, test } from 'vitest'
import {
  type Desk,
  type DeskEffect,
  type DeskEvent,
  type DeskItem,
  emptyDesk,
  stepDesk,
  waits,
} from '../../../src/domain/media/review-desk.ts'

const item = (id: number, more: Partial<DeskItem> = {}): DeskItem => ({
  id,
  version: 1,
  state: 'review',
  ...more,
})
const three = [item(1), item(2, { state: 'reported', version: 4 }), item(3)]

function run(events: readonly DeskEvent[], from: Desk = emptyDesk): { desk: Desk; effects: DeskEffect[] } {
  let desk = from
  const effects: DeskEffect[] = []
  for (const event of events) {
    const [next, ordered] = stepDesk(desk, event)
    desk = next
    effects.push(...ordered)
  }
  return { desk, effects }
}
const begun = run([{ on: 'found', items: three }]).desk
const states = ({ items }: Desk) => items.map(({ state }) => state)
const sent = (effects: readonly DeskEffect[]) =>
  effects.flatMap(effect =>
    effect.do === 'send'
      ? [`${effect.step.does} ${effect.step.before.map(({ id, version }) => `${id}v${version}`).join(' ')}`]
      : [],
  )
const approve = (key: string): DeskEvent => ({ on: 'judged', verdict: 'approve', key })
const well = (key: string): DeskEvent => ({ on: 'answered', key, refused: [] })

test('a verdict shows at once, and the next one stands where it stood', () => {
  const { desk, effects } = run([approve('a')], begun)
  expect(states(desk)).toEqual(['approved', 'reported', 'review'])
  expect(desk.at).toBe(2)
  expect(sent(effects)).toEqual(['approve 1v1'])
})

test('verdicts are sent one after the other, each with the version that was looked at', () => {
  const { desk, effects } = run([approve('a'), { on: 'judged', verdict: 'hide', key: 'b' }], begun)
  expect(sent(effects)).toEqual(['approve 1v1'])
  expect(sent(run([well('a')], desk).effects)).toEqual(['hide 2v4'])
})

test('a rejection gives the chosen reason', () => {
  const { effects } = run(
    [
      { on: 'reason', reason: 'duplicate' },
      { on: 'judged', verdict: 'reject', key: 'a' },
    ],
    begun,
  )
  expect(effects).toMatchObject([{ do: 'send', step: { does: 'reject', reason: 'duplicate' } }])
})

test('the last one stays in sight when nothing waits any more', () => {
  const { desk } = run([approve('a'), approve('b'), approve('c')], begun)
  expect(desk.items.some(waits)).toBe(false)
  expect(desk.at).toBe(3)
  expect(run([approve('d')], desk).effects).toEqual([])
})

describe('taken back', () => {
  test('before it has left: it is never sent', () => {
    const { desk } = run([approve('a'), approve('b'), { on: 'undone', key: 'u' }], begun)
    expect(states(desk)).toEqual(['approved', 'reported', 'review'])
    expect(desk.at).toBe(2)
    expect(sent(run([well('a')], desk).effects)).toEqual([])
  })
  test('under way or answered: by a command of its own, behind it, to the state it had', () => {
    const { desk, effects } = run([{ on: 'went', id: 2 }, approve('a'), { on: 'undone', key: 'u' }], begun)
    expect(states(desk)).toEqual(['review', 'reported', 'review'])
    expect(sent(effects)).toEqual(['approve 2v4'])
    const next = run([well('a')], desk)
    expect(sent(next.effects)).toEqual(['takeBack 2v5'])
    const again = run([well('u'), approve('b')], next.desk)
    expect(sent(again.effects)).toEqual(['approve 2v6'])
  })
  test('step by step to the beginning, and no further', () => {
    const events: DeskEvent[] = [
      approve('a'),
      { on: 'judged', verdict: 'hide', key: 'b' },
      { on: 'judged', verdict: 'reject', key: 'c' },
      ...['u', 'v', 'w', 'x'].map((key): DeskEvent => ({ on: 'undone', key })),
    ]
    const { desk } = run(events, begun)
    expect(states(desk)).toEqual(states(begun))
    expect(desk.done).toEqual([])
    expect(desk.at).toBe(1)
  })
})

test('several are judged and taken back together', () => {
  const choose: DeskEvent[] = [
    { on: 'chose', id: 1 },
    { on: 'chose', id: 3 },
  ]
  const { desk, effects } = run([...choose, approve('a')], begun)
  expect(sent(effects)).toEqual(['approve 1v1 3v1'])
  expect(desk).toMatchObject({ at: 2, chosen: new Set() })
  const { desk: back } = run([well('a'), { on: 'undone', key: 'u' }], desk)
  expect(states(back)).toEqual(states(begun))
})

describe('somebody else was first', () => {
  const refused = [{ id: 1, error: 'row.overtaken', params: { name: 'Mei' } }]
  test('it is told, fetched, and nothing of it can be taken back', () => {
    const { desk, effects } = run([approve('a'), { on: 'answered', key: 'a', refused }], begun)
    expect(effects.slice(1)).toEqual([
      { do: 'tell', refused },
      { do: 'fetch', ids: [1] },
    ])
    expect(desk.done).toEqual([])
    const now = run(
      [{ on: 'fetched', ids: [1], items: [item(1, { version: 2, state: 'rejected' })] }],
      desk,
    ).desk
    expect(states(now)).toEqual(['rejected', 'reported', 'review'])
    expect(now.at).toBe(2)
  })
  test('of several only that one is lost', () => {
    const { desk } = run([{ on: 'choseAll' }, approve('a'), { on: 'answered', key: 'a', refused }], begun)
    expect(desk.done.map(({ before }) => before.map(({ id }) => id))).toEqual([[2, 3]])
  })
  test('what was to follow for it is not sent', () => {
    const { effects } = run(
      [approve('a'), { on: 'undone', key: 'u' }, { on: 'answered', key: 'a', refused }],
      begun,
    )
    expect(sent(effects)).toEqual(['approve 1v1'])
  })
  test('one that is gone leaves the line', () => {
    const { desk } = run(
      [
        { on: 'went', id: 3 },
        { on: 'fetched', ids: [3], items: [] },
      ],
      begun,
    )
    expect(desk.items.map(({ id }) => id)).toEqual([1, 2])
    expect(desk.at).toBe(2)
  })
})

test('without a network the line waits, and goes on under the same key', () => {
  const { desk, effects } = run([approve('a'), { on: 'unreached', key: 'a' }, approve('b')], begun)
  expect(desk.stopped).toBe(true)
  expect(sent(effects)).toEqual(['approve 1v1'])
  const again = run([{ on: 'retried' }], desk)
  expect(again.effects).toEqual([{ do: 'send', step: expect.objectContaining({ key: 'a' }) }])
  expect(run([{ on: 'retried' }], again.desk).effects).toEqual([])
})

test('an answer to what is not under way changes nothing', () => {
  const { desk } = run([approve('a')], begun)
  expect(stepDesk(desk, well('other'))).toEqual([desk, []])
})

test('what is found anew comes at the end, and does not undo what shows already', () => {
  const { desk } = run([approve('a'), { on: 'found', items: [...three, item(4)] }], begun)
  expect(desk.items.map(({ id, state }) => `${id} ${state}`)).toEqual([
    '1 approved',
    '2 reported',
    '3 review',
    '4 review',
  ])
  const later = run([well('a'), { on: 'found', items: [item(1)] }], desk).desk
  expect(later.items[0]).toEqual({ id: 1, version: 2, state: 'approved' })
})

describe('somebody judges beside one', () => {
  const changed = (id: number, version: number | null): DeskEvent => ({
    on: 'changed',
    rows: [{ id, version }],
  })
  const fetches = (effects: readonly DeskEffect[]) =>
    effects.flatMap(effect => (effect.do === 'fetch' ? [effect.ids] : []))

  test('what they judged is fetched and shown before one comes to it', () => {
    const { desk, effects } = run([changed(3, 2)], begun)
    expect(fetches(effects)).toEqual([[3]])
    const after = run(
      [{ on: 'fetched', ids: [3], items: [item(3, { version: 2, state: 'approved' })] }],
      desk,
    )
    expect(states(after.desk)).toEqual(['review', 'reported', 'approved'])
    expect(after.desk.at).toBe(1)
  })
  test('what is gone is fetched too, and goes', () => {
    const { desk, effects } = run([changed(1, null)], begun)
    expect(fetches(effects)).toEqual([[1]])
    const after = run([{ on: 'fetched', ids: [1], items: [] }], desk)
    expect(after.desk.items.map(({ id }) => id)).toEqual([2, 3])
    expect(after.desk.at).toBe(2)
  })
  test('what waits here and no longer there is fetched, for the word about it may have been missed', () => {
    expect(fetches(run([{ on: 'found', items: [item(3)] }], begun).effects)).toEqual([[1, 2]])
    const judged = run([approve('a')], begun).desk
    expect(fetches(run([{ on: 'found', items: [item(3)] }], judged).effects)).toEqual([[2]])
    expect(fetches(run([{ on: 'found', items: three }], begun).effects)).toEqual([])
  })
  test('one’s own verdict, what is known already and rows that are not here are not fetched', () => {
    const judged = run([approve('a')], begun).desk
    expect(fetches(run([changed(1, 2)], judged).effects)).toEqual([])
    const sentOff = run([well('a')], judged).desk
    expect(fetches(run([changed(1, 2)], sentOff).effects)).toEqual([])
    expect(fetches(run([changed(77, 2), changed(2, 4)], begun).effects)).toEqual([])
  })
  test('what was fetched for the sake of others does not undo a verdict that is on its way', () => {
    const asked = run([changed(1, 2), approve('a')], begun).desk
    const { desk } = run(
      [{ on: 'fetched', ids: [1], items: [item(1, { version: 2, state: 'hidden' })] }],
      asked,
    )
    expect(states(desk)).toEqual(['approved', 'reported', 'review'])
  })
})
