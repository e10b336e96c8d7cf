// Boxes of the resource tree: what a role holds survives being shown and changed.
import { expect, test } from 'vitest'
import { checkedOf, resourcesOf, withPageLeaves } from '../../../src/features/admin/resource-choice.ts'
import { narrowed, treeOf } from '../../../src/resource/whole-tree.ts'

const row = (id: number, parentId: number | null, name: string) => ({ id, version: 1, parentId, name })
const rows = [
  row(1, null, 'Devices'),
  row(2, 1, 'Device list'),
  row(3, 2, 'View'),
  row(4, 2, 'Edit'),
  row(5, 1, 'Groups'),
  row(6, 99, 'Lost'),
]
const nodes = withPageLeaves(
  treeOf(rows, each => ({ title: String(each.name) })),
  new Set(['2', '5']),
  'Open the page',
)

test('a row whose parent is missing stays reachable', () => {
  expect(nodes.map(node => node.id)).toEqual(['1', '6'])
})

test.each([[[1, 2]], [[1, 2, 3]], [[1, 2, 3, 4, 5]], [[1, 5, 6]], [[]]])('%j comes back as it was', held => {
  expect(resourcesOf(rows, checkedOf(nodes, held), held)).toEqual(held)
})

test('a box brings everything above it, and what the tree does not show is kept', () => {
  expect(resourcesOf(rows, new Set(['3']), [500])).toEqual([1, 2, 3, 500])
})

test('emptying a branch takes what only it needed', () => {
  expect(resourcesOf(rows, new Set(['5']), [1, 2, 3, 5])).toEqual([1, 5])
})

test('finding by name keeps the way to what was found', () => {
  const found = narrowed(nodes, 'edit')
  expect(found.nodes).toMatchObject([{ id: '1', children: [{ id: '2', children: [{ id: '4' }] }] }])
  expect([...found.open].sort()).toEqual(['1', '2'])
  expect(narrowed(nodes, 'nothing').nodes).toEqual([])
})
