// The figures of the scenes: each counts by filters that its list has, and its address asks the list for the same.
import { expect, test } from 'vitest'
import { entities } from '../../../src/domain/entities.ts'
import { routeFacts } from '../../../src/domain/navigation/pages.ts'
import { addressOfFigure, countedBy, figureKeys, figures, partBy } from '../../../src/domain/scene/figures.ts'
import { FIGURE_DEADLINE_MS, figuresOf, isFigureStale, sceneNames } from '../../../src/domain/scene/scenes.ts'
import { queryOf, readListSearch } from '../../../src/resource/search.ts'

const moments = {
  now: Date.parse('2026-03-04T12:00:00Z'),
  dayStart: Date.parse('2026-03-03T16:00:00Z'),
  today: '2026-03-04',
}
const entityOf = (key: string) => {
  const found = entities.find(each => each.key === key)
  if (!found) throw new Error(`no entity ${key}`)
  return found
}
/** As the router reads an address. */
const read = (address: string): Record<string, unknown> =>
  Object.fromEntries(
    [...new URLSearchParams(address.split('?')[1])].map(([name, text]) => [
      name,
      /^(true|false|\d+)$/.test(text) ? JSON.parse(text) : text,
    ]),
  )

test.each(figureKeys)('%s: the address asks the list for what is counted, and nothing is lost', key => {
  const facts = figures[key]
  const entity = entityOf(facts.entity)
  const {
    page: _,
    size: __,
    sort: ___,
    counts: ____,
    ...asked
  } = queryOf(entity, readListSearch(entity, read(addressOfFigure(facts, moments))))
  expect(asked).toEqual(countedBy(facts, moments))
})

const split = figureKeys.flatMap(key => (figures[key].parts?.words ?? []).map(word => [key, word] as const))

test.each(split)(
  '%s, %s: the address of a part asks for that word, and for the rest of the figure',
  (key, word) => {
    const facts = figures[key]
    const entity = entityOf(facts.entity)
    const query = queryOf(entity, readListSearch(entity, read(addressOfFigure(facts, moments, word))))
    expect(query).toMatchObject(partBy(facts, moments, word))
    expect(query[facts.parts?.by ?? '']).toEqual([word])
  },
)

test('a figure is split by a field that its list is filtered by, and its rows are that part of its whole', () => {
  for (const key of figureKeys) {
    const { entity, parts, of, filters } = figures[key]
    if (!parts) continue
    expect(entityOf(entity).filters[parts.by]).toBe('oneOf')
    if (of) expect(filters(moments)).toEqual({ ...of(moments), [parts.by]: filters(moments)[parts.by] })
  }
})

test.each(figureKeys)('%s opens a page of the console, and stands in a scene', key => {
  const paths = routeFacts.map(({ path }) => path.split('/{')[0])
  expect(paths).toContain(figures[key].page.split('?')[0])
  expect(sceneNames.some(scene => figuresOf(scene).includes(key))).toBe(true)
})

test('what is of today counts from the beginning of the day; the past ends at the same time of the clock', () => {
  expect(countedBy(figures.fenceExits, moments)).toEqual({ kind: ['exit'], atFrom: moments.dayStart })
  expect(countedBy(figures.fenceExits, moments, true)).toEqual({
    kind: ['exit'],
    atFrom: moments.dayStart,
    atTo: moments.now,
  })
  expect(countedBy(figures.openAlarms, moments, true)).toEqual(countedBy(figures.openAlarms, moments))
})

test('authorisations are counted until a week from today, both days included', () => {
  expect(countedBy(figures.authorisationsEnding, moments)).toEqual({
    authorisedUntilFrom: '2026-03-04',
    authorisedUntilTo: '2026-03-11',
  })
})

test('a figure is old once its deadline is over, not before', () => {
  expect(isFigureStale(moments.now, moments.now + FIGURE_DEADLINE_MS)).toBe(false)
  expect(isFigureStale(moments.now, moments.now + FIGURE_DEADLINE_MS + 1)).toBe(true)
})
