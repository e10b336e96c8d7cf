// What a board takes: no more tiles than there may be, none over another or outside, nothing that nobody knows; and undo.
import { expect, test } from 'vitest'
import { begin, MOST_STEPS_BACK, redo, step, undo } from '../../../src/domain/board/history.ts'
import { boardTiles, MOST_TILES, mostOfKind, tileKinds } from '../../../src/domain/board/tiles.ts'

const clock = (key: string, x = 0, y = 0) => ({ kind: 'clock', key, place: { x, y, w: 2, h: 2 } })
const clocks = (count: number) =>
  Array.from({ length: count }, (_, n) => clock(`c${n}`, (n % 6) * 2, Math.floor(n / 6) * 2))
const faultOf = (tiles: unknown) => {
  const read = boardTiles.safeParse(tiles)
  return read.success ? undefined : read.error.issues[0]?.message
}

test('as many tiles as there may be, and no more', () => {
  expect(faultOf(clocks(MOST_TILES))).toBeUndefined()
  expect(faultOf(clocks(MOST_TILES + 1))).toBe('tooManyTiles')
})

test.each([
  ['over each other', [clock('a'), clock('b', 1, 1)], 'tilesOverlap'],
  ['outside of the grid', [clock('a', 11, 0)], 'tileOutside'],
  ['of one name', [clock('a'), clock('a', 4, 0)], 'chosenTwice'],
  ['two maps', [0, 4].map(x => ({ ...clock(`m${x}`, x), kind: 'map' })), 'tooManyOfKind'],
])('tiles %s are refused', (_, tiles, fault) => {
  expect(faultOf(tiles)).toBe(fault)
})

test.each([
  ['an unknown kind', { ...clock('a'), kind: 'oracle' }],
  ['an unknown figure', { ...clock('a'), kind: 'figure', figure: 'happiness' }],
  ['a list without filters', { ...clock('a'), kind: 'count', entity: 'alarm' }],
  [
    'a chart over a year',
    {
      ...clock('a'),
      kind: 'chart',
      entity: 'alarm',
      filters: {},
      series: { by: 'days', field: 'raisedAt', days: 365 },
    },
  ],
  ['no rows', { ...clock('a'), kind: 'list', entity: 'alarm', filters: {}, rows: 0 }],
  ['half a cell', { ...clock('a'), place: { x: 0.5, y: 0, w: 2, h: 2 } }],
])('%s is refused', (_, tile) => {
  expect(boardTiles.safeParse([tile]).success).toBe(false)
})

test('every kind that is offered is one that a board takes', () => {
  const more: Record<string, object> = {
    figure: { figure: 'openAlarms' },
    count: { entity: 'alarm', filters: { status: 'open' } },
    list: { entity: 'alarm', filters: {}, rows: 5 },
    chart: { entity: 'alarm', filters: {}, series: { by: 'words', field: 'severity' } },
    plan: { drawingId: 3 },
    video: { cameraId: null },
  }
  const all = tileKinds.map((kind, n) => ({
    ...clock(kind, (n % 6) * 2, Math.floor(n / 6) * 2),
    kind,
    ...more[kind],
  }))
  expect(faultOf(all)).toBeUndefined()
  for (const kind of Object.keys(mostOfKind)) expect(tileKinds).toContain(kind)
})

test('undo and redo walk the steps; a further step forgets what was taken back', () => {
  let history = begin(0)
  for (const state of [1, 2, 3]) history = step(history, state)
  history = undo(undo(history))
  expect(history.present).toBe(1)
  history = redo(history)
  expect(history.present).toBe(2)
  history = step(history, 9)
  expect(redo(history)).toBe(history)
  expect(undo(history).present).toBe(2)
  expect(step(history, 9)).toBe(history)
})

test('no more steps are kept than can be taken back', () => {
  let history = begin(0)
  for (let state = 1; state <= MOST_STEPS_BACK + 20; state++) history = step(history, state)
  for (let n = 0; n < MOST_STEPS_BACK + 50; n++) history = undo(history)
  expect(history.present).toBe(20)
  expect(undo(history)).toBe(history)
})
