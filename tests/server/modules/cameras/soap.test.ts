// What cameras answer over ONVIF: read by names whatever their prefix, in one go whatever a hostile one sends.
import { expect, test } from 'vitest'
import { attributeOf, elements, textOf } from '../../../../server/modules/cameras/onvif/soap.ts'

test('elements are found by name, with their attributes and what is in them', () => {
  const xml = '<s:A one="1"><b:B token="x &amp; y">in <i>here</i></b:B><B/><B two="2" /></s:A>'
  const found = elements(xml, 'B')
  expect(found.map(({ inner }) => inner)).toEqual(['in <i>here</i>', '', ''])
  expect(found.map(each => attributeOf(each, 'token'))).toEqual(['x & y', undefined, undefined])
  expect(found.map(each => attributeOf(each, 'two'))).toEqual([undefined, undefined, '2'])
  expect(textOf(xml, 'B')).toBe('in here')
  expect(elements('<Be></Be><B', 'B')).toEqual([])
})

// Looking to the end of the answer from each beginning takes minutes here, in which nobody else is answered.
test.each([
  ['tags that begin and never end', '<B '],
  ['tags within tags', '<B>'],
  ['signs without a name', '<'],
  ['attributes without an end', '<B token="'],
  ['ends of nothing', '</B '],
])('a megabyte of %s is read in one go', (_, part) => {
  const xml = part.repeat(Math.floor(1_000_000 / part.length))
  for (const text of [xml, `<B>${xml}</B>`]) {
    for (const element of elements(text, 'B')) attributeOf(element, 'token')
    expect(typeof textOf(text, 'B')).toMatch(/string|undefined/)
  }
})
