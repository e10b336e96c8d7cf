// What the way of an order costs: parcels by template, the closest region, steps that are begun, and where nothing is sent.
import { expect, test } from 'vitest'
import {
  type FreightRule,
  type FreightTerms,
  freightOf,
  freightRules,
  prefixOf,
} from '../../../src/domain/mall/freight.ts'

const rule = (more: Partial<FreightRule> = {}): FreightRule => ({
  ...{ regions: [], served: true, firstGrams: 1000, firstFen: 800, stepGrams: 500, stepFen: 200 },
  freeFromFen: null,
  ...more,
})
const terms = (templateId: number, rules: FreightRule[]): FreightTerms => ({
  templateId,
  versionId: templateId * 10,
  rules,
})
const everywhere = terms(1, [
  rule(),
  rule({ regions: ['44'], firstFen: 600 }),
  rule({ regions: ['4403'], firstFen: 400, freeFromFen: 9900 }),
  rule({ regions: ['440305'], firstFen: 0, stepFen: 0 }),
  rule({ regions: ['54', '65'], served: false }),
])
const line = (of: FreightTerms | null, grams: number, fen = 1000) => ({ terms: of, grams, fen })

test.each([
  ['exactly the first weight', 1000, '110101', 800],
  ['one gram more begins a step', 1001, '110101', 1000],
  ['one step to the gram', 1500, '110101', 1000],
  ['the next one', 1501, '110101', 1200],
  ['nothing weighs nothing', 0, '110101', 800],
  ['a province', 1000, '441900', 600],
  ['a city within it', 1000, '440304', 400],
  ['a district within that', 9000, '440305', 0],
])('%s: %i g to %s cost %i', (_, grams, region, fen) => {
  expect(freightOf([line(everywhere, grams)], region)).toMatchObject({ served: true, fen })
})

test('lines of one template are one parcel before the first step', () => {
  const two = freightOf([line(everywhere, 600), line(everywhere, 600)], '110101')
  expect(two).toEqual({
    served: true,
    fen: 1000,
    parts: [{ templateId: 1, versionId: 10, grams: 1200, fen: 1000 }],
  })
  const apart = freightOf([line(everywhere, 600), line(terms(2, [rule()]), 600)], '110101')
  expect(apart).toMatchObject({ fen: 1600 })
})

test('goods of enough value go free, counted over the parcel', () => {
  expect(freightOf([line(everywhere, 3000, 9899)], '440304')).toMatchObject({ fen: 1200 })
  const two = [line(everywhere, 3000, 9000), line(everywhere, 100, 900)]
  expect(freightOf(two, '440304')).toMatchObject({ served: true, fen: 0 })
})

test('not served is not free: neither a region that is left out nor one that no rule names', () => {
  expect(freightOf([line(everywhere, 1)], '650100')).toEqual({ served: false, templateIds: [1] })
  const only = terms(3, [rule({ regions: ['31'] })])
  expect(freightOf([line(only, 1), line(null, 1)], '110101')).toEqual({ served: false, templateIds: [3] })
  expect(freightOf([line(null, 90_000)], '110101')).toEqual({ served: true, fen: 0, parts: [] })
})

test('a region stands in one rule only, and one is for everywhere', () => {
  const taken = (rules: FreightRule[]) => freightRules.safeParse(rules).success
  expect(taken([rule(), rule({ regions: ['44'] })])).toBe(true)
  expect(taken([rule(), rule()])).toBe(false)
  expect(taken([rule({ regions: ['44', '31'] }), rule({ regions: ['31'] })])).toBe(false)
  expect(taken([rule({ stepGrams: 0 })])).toBe(false)
  expect(taken([])).toBe(false)
})

test.each([
  ['110000', '11'],
  ['110100', '1101'],
  ['110101', '110101'],
  ['100000', '10'],
])('%s is %s', (code, prefix) => {
  expect(prefixOf(code)).toBe(prefix)
})
