// The shape editor as a machine: drawing, editing, undo, holes, and shapes of thousands of corners.
import { describe, expect, test } from 'vitest'
import { metresBetween, type Place } from '../../../src/domain/geo/geo.ts'
import { type EditorEvent, step } from '../../../src/resource/map/shape-editor.ts'
import { shownHandles } from '../../../src/resource/map/shape-handles.ts'
import { cornersOf, type DrawnShape, measuresOf } from '../../../src/resource/map/shape-space.ts'
import { type EditorState, startEditor } from '../../../src/resource/map/shape-state.ts'

const at = (longitude: number, latitude: number): Place => ({ longitude, latitude })
const click = (longitude: number, latitude: number, closes = false): EditorEvent => ({
  is: 'pointed',
  at: at(longitude, latitude),
  closes,
})
const run = (events: readonly EditorEvent[], from: EditorState = startEditor()) => events.reduce(step, from)
const draw = (tool: 'polygon' | 'rectangle' | 'circle' | 'hole'): EditorEvent => ({ is: 'tool', tool })

const square: DrawnShape = { kind: 'polygon', rings: [[at(0, 0), at(1, 0), at(1, 1), at(0, 1)]] }
const circle: DrawnShape = { kind: 'circle', centre: at(114.06, 22.54), radiusMetres: 100 }
const rings = (state: EditorState) => (state.shape?.kind === 'polygon' ? state.shape.rings : [])
const wheel = (corners: number): DrawnShape => ({
  kind: 'polygon',
  rings: [
    Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * i) / corners
      return at(114 + Math.cos(angle) / 10, 22 + Math.sin(angle) / 10)
    }),
  ],
})

describe('drawing', () => {
  const corners = [draw('polygon'), click(0, 0), click(1, 0), click(1, 1)]
  const triangle = [at(0, 0), at(1, 0), at(1, 1)]
  test.each<[string, EditorEvent[], readonly (readonly Place[])[], string]>([
    ['Enter closes', [...corners, { is: 'finished' }], [triangle], 'edit'],
    ['a click on the first or last corner closes', [...corners, click(0, 0, true)], [triangle], 'edit'],
    ['two corners are no polygon', [...corners.slice(0, 3), { is: 'finished' }], [], 'polygon'],
    [
      'a double click on the first corner is one corner',
      [draw('polygon'), click(0, 0), click(0, 0, true)],
      [],
      'polygon',
    ],
    [
      'Escape takes a corner back',
      [...corners, { is: 'escaped' }, click(2, 2), { is: 'finished' }],
      [[at(0, 0), at(1, 0), at(2, 2)]],
      'edit',
    ],
    ['Escape without corners leaves the tool', [draw('polygon'), { is: 'escaped' }], [], 'edit'],
    [
      'two clicks make a rectangle',
      [draw('rectangle'), click(0, 0), click(2, 1)],
      [[at(0, 0), at(2, 0), at(2, 1), at(0, 1)]],
      'edit',
    ],
    ['a rectangle needs a width', [draw('rectangle'), click(0, 0), click(0, 1)], [], 'rectangle'],
    [
      'Enter closes a rectangle at the pointer',
      [draw('rectangle'), click(0, 0), { is: 'hovered', at: at(1, 2) }, { is: 'finished' }],
      [[at(0, 0), at(1, 0), at(1, 2), at(0, 2)]],
      'edit',
    ],
    ['another tool lets go what was begun', [...corners, draw('rectangle')], [], 'rectangle'],
  ])('%s', (_, events, expected, tool) => {
    const state = run(events)
    expect(rings(state)).toEqual(expected)
    expect(state.tool).toBe(tool)
  })

  test('the second click sets the radius of a circle, and 100 m is where it begins', () => {
    const begun = run([draw('circle'), click(114.06, 22.54)])
    expect(begun.shape).toEqual(circle)
    const state = run([click(114.061, 22.54)], begun)
    const metres = metresBetween(at(114.06, 22.54), at(114.061, 22.54))
    expect(state.shape).toMatchObject({ kind: 'circle', radiusMetres: expect.closeTo(metres, 1) })
    expect(state.tool).toBe('edit')
  })

  test.each<[string, EditorEvent[], number]>([
    ['a typed radius', [{ is: 'radius', metres: 250 }, { is: 'finished' }], 250],
    ['a double click on the centre', [click(114.06, 22.54, true)], 100],
    ['no radius at all', [{ is: 'radius', metres: 0 }, { is: 'finished' }], 100],
    ['one beyond every limit', [{ is: 'radius', metres: 1e9 }, { is: 'finished' }], 500_000],
  ])('a circle with %s', (_, events, radius) => {
    const state = run([draw('circle'), click(114.06, 22.54), ...events])
    expect(state.shape).toMatchObject({ radiusMetres: radius })
    expect(state.tool).toBe('edit')
  })

  test('Escape gives the circle up that was begun', () => {
    expect(run([draw('circle'), click(1, 1), { is: 'escaped' }]).shape).toBeUndefined()
  })
})

describe('holes', () => {
  const hole = [
    draw('hole'),
    click(0.2, 0.2),
    click(0.4, 0.2),
    click(0.3, 0.4),
    { is: 'finished' },
  ] satisfies EditorEvent[]

  test('a hole is another ring and can be removed', () => {
    const state = run(hole, startEditor(square))
    expect(rings(state)).toHaveLength(2)
    expect(rings(run([{ is: 'ringRemoved', ring: 1 }], state))).toEqual(square.rings)
  })
  test('a hole needs an outline around it', () => {
    expect(run([draw('hole')])).toMatchObject({ tool: 'edit', refusal: 'noOutline' })
    expect(run([draw('hole')], startEditor(circle))).toMatchObject({ tool: 'edit', refusal: 'noOutline' })
  })
  test('a hole that loses its third corner is gone, an outline keeps it', () => {
    const state = run([...hole, { is: 'cornerRemoved', handle: 'corner:1:0' }], startEditor(square))
    expect(rings(state)).toHaveLength(1)
    const three = run([{ is: 'cornerRemoved', handle: 'corner:0:0' }], state)
    expect(rings(three)[0]).toHaveLength(3)
    expect(run([{ is: 'cornerRemoved', handle: 'corner:0:0' }], three)).toMatchObject({
      refusal: 'threeCorners',
    })
  })
  test('the outline itself is no hole', () => {
    const state = startEditor(square)
    expect(run([{ is: 'ringRemoved', ring: 0 }], state)).toBe(state)
  })
})

describe('editing', () => {
  const drag = (handle: string, to: Place, done = true): EditorEvent => ({
    is: 'dragged',
    handle,
    at: to,
    done,
  })

  test('a drag is one step back, however often it moves', () => {
    const moves = [at(1.1, 1.1), at(1.2, 1.2), at(2, 2)].map(to => drag('corner:0:2', to, false))
    const state = run([...moves, drag('corner:0:2', at(2, 2))], startEditor(square))
    expect(rings(state)[0]?.[2]).toEqual(at(2, 2))
    expect(state.past).toHaveLength(1)
    expect(run([{ is: 'undo' }], state).shape).toEqual(square)
  })
  test('a dragged middle becomes a corner, which is selected then', () => {
    const state = run([drag('middle:0:3', at(-1, 0.5))], startEditor(square))
    expect(rings(state)[0]).toEqual([...(square.rings[0] ?? []), at(-1, 0.5)])
    expect(state.selected).toBe('corner:0:4')
  })
  test('the whole moves with its holes, across the antimeridian too', () => {
    const far: DrawnShape = { kind: 'polygon', rings: [[at(178, 0), at(179, 0), at(179, 1), at(178, 1)]] }
    const state = run([drag('whole', at(180, 0.5))], startEditor(far))
    expect(rings(state)[0]?.map(({ longitude }) => longitude)).toEqual([179.5, -179.5, -179.5, 179.5])
  })
  test('the centre takes the circle along, the radius handle changes its size', () => {
    const moved = run([drag('centre', at(113, 23))], startEditor(circle))
    expect(moved.shape).toEqual({ ...circle, centre: at(113, 23) })
    const wider = run([drag('radius', at(113.01, 23))], moved)
    expect(wider.shape).toMatchObject({ centre: at(113, 23), radiusMetres: expect.closeTo(1023.6, 0) })
  })
  test('Escape puts back what is dragged', () => {
    const state = run([drag('corner:0:0', at(5, 5), false), { is: 'escaped' }], startEditor(square))
    expect(state).toMatchObject({ shape: square, drag: undefined, past: [] })
  })
  test('arrow keys on one corner are one step, on the next one another', () => {
    const keys = [0.1, 0.2, 0.3].map(x => ({ is: 'placed', handle: 'corner:0:0', at: at(x, 0) }) as const)
    const state = run([...keys, { is: 'placed', handle: 'corner:0:1', at: at(1.5, 0) }], startEditor(square))
    expect(state.past).toHaveLength(2)
  })
  test.each<[string, EditorEvent]>([
    ['a corner that is not there', drag('corner:0:9', at(1, 1))],
    ['a ring that is not there', drag('corner:4:0', at(1, 1))],
    ['a handle of a circle', drag('radius', at(1, 1))],
    ['nonsense', drag('what', at(1, 1))],
    ['a removed corner that is not there', { is: 'cornerRemoved', handle: 'corner:0:9' }],
    ['a radius of a polygon', { is: 'radius', metres: 3 }],
  ])('%s changes nothing', (_, event) => {
    const state = startEditor(square)
    expect(run([event], state)).toBe(state)
  })
})

describe('undo', () => {
  test('a hundred steps back and forward again', () => {
    const moves = Array.from(
      { length: 120 },
      (_, i) => ({ is: 'dragged', handle: 'corner:0:0', at: at(-i, 0), done: true }) as const,
    )
    const end = run(moves, startEditor(square))
    const back = run(Array(120).fill({ is: 'undo' }), end)
    expect(back.shape).toEqual(square)
    expect(run(Array(120).fill({ is: 'redo' }), back).shape).toEqual(end.shape)
  })
  test('corners being drawn come back one by one, and a new one forgets the future', () => {
    const two = run([draw('polygon'), click(0, 0), click(1, 0), click(1, 1), { is: 'undo' }])
    expect(two).toMatchObject({ tool: 'polygon', draft: [at(0, 0), at(1, 0)] })
    expect(run([click(2, 2)], two).future).toEqual([])
  })
  test('an import is one step; loading another shape forgets all', () => {
    const state = run([{ is: 'replaced', shape: circle }], startEditor(square))
    expect(run([{ is: 'undo' }], state).shape).toEqual(square)
    expect(run([{ is: 'loaded', shape: circle }, { is: 'undo' }], state)).toMatchObject({
      shape: circle,
      past: [],
    })
  })
  test('clearing nothing is no step', () => {
    expect(run([{ is: 'cleared' }]).past).toEqual([])
    expect(run([{ is: 'cleared' }, { is: 'undo' }], startEditor(square)).shape).toEqual(square)
  })
})

describe('ten thousand corners', () => {
  const big = startEditor(wheel(10_000))
  test('only those in view have handles, and never too many', () => {
    const narrow = shownHandles(big, { west: 114.099, south: 21.99, east: 114.101, north: 22.01 })
    expect(narrow.corners.length).toBeGreaterThan(0)
    expect(narrow.corners.length).toBeLessThanOrEqual(200)
    const whole = shownHandles(big, { west: 113, south: 21, east: 115, north: 23 })
    expect(whole).toMatchObject({ more: true, middles: [] })
    expect(whole.corners).toHaveLength(200)
  })
  test('a drag of a thousand moves keeps the other corners as they are', () => {
    const moves = Array.from(
      { length: 1000 },
      (_, i) =>
        ({ is: 'dragged', handle: 'corner:0:77', at: at(115 + i / 1000, 22), done: i === 999 }) as const,
    )
    const state = run(moves, big)
    expect(cornersOf(state.shape)).toBe(10_000)
    expect(rings(state)[0]?.[5]).toBe(rings(big)[0]?.[5])
  })
})

describe('measures', () => {
  test.each<[string, DrawnShape, 'earth' | 'plan', number, number]>([
    ['a circle', circle, 'earth', 31_415.9, 628.3],
    ['a degree at the equator', square, 'earth', 1.2363e10, 444_763],
    ['a square of ten metres on a plan', plan(10), 'plan', 100, 40],
    ['the same with a hole of a quarter', plan(10, 5), 'plan', 75, 40],
  ])('%s', (_, shape, space, area, perimeter) => {
    const measures = measuresOf(shape, space)
    expect(measures.areaSquareMetres / area).toBeCloseTo(1, 3)
    expect(measures.perimeterMetres / perimeter).toBeCloseTo(1, 3)
  })
  test('across the antimeridian it is as big as anywhere', () => {
    const over: DrawnShape = {
      kind: 'polygon',
      rings: [[at(179.5, 0), at(-179.5, 0), at(-179.5, 1), at(179.5, 1)]],
    }
    const [a, b] = [measuresOf(over, 'earth'), measuresOf(square, 'earth')]
    expect(a.areaSquareMetres / b.areaSquareMetres).toBeCloseTo(1, 6)
  })
})

function plan(side: number, hole = 0): DrawnShape {
  const metre = 1 / 111_319.49
  const ring = (from: number, size: number) =>
    [at(from, from), at(from + size, from), at(from + size, from + size), at(from, from + size)].map(corner =>
      at(corner.longitude * metre, corner.latitude * metre),
    )
  return { kind: 'polygon', rings: hole ? [ring(0, side), ring(1, hole)] : [ring(0, side)] }
}
