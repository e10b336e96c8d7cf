// Panels over a map: which of its sides they cover, so that what is shown stands beside them.
import { expect, test } from 'vitest'
import { coveredSides } from '../../../src/platform/map/free-part.ts'

const MAP = { left: 100, top: 50, right: 900, bottom: 650 }
const card = { left: 112, top: 114, right: 452, bottom: 614 }

test('a card at the beginning leaves the rest of the width, on either side of the page', () => {
  expect(coveredSides(MAP, [card])).toEqual({ left: 352, right: 0, top: 0, bottom: 0 })
  const mirrored = { ...card, left: 548, right: 888 }
  expect(coveredSides(MAP, [mirrored])).toEqual({ left: 0, right: 352, top: 0, bottom: 0 })
})

test('tools along an edge leave what lies below and above them', () => {
  const tools = { left: 108, top: 58, right: 600, bottom: 102 }
  const buttons = { left: 108, top: 570, right: 700, bottom: 618 }
  expect(coveredSides(MAP, [tools, buttons])).toEqual({ left: 0, right: 0, top: 52, bottom: 80 })
})

test('what is not drawn, lies elsewhere or leaves no room to look at covers nothing', () => {
  expect(coveredSides(MAP, [])).toBeUndefined()
  expect(coveredSides(MAP, [{ left: 200, top: 200, right: 200, bottom: 200 }])).toBeUndefined()
  expect(coveredSides(MAP, [{ left: 0, top: 50, right: 100, bottom: 650 }])).toBeUndefined()
  expect(coveredSides(MAP, [{ left: 110, top: 60, right: 890, bottom: 640 }])).toBeUndefined()
})
