// Which resources a role has, as boxes of a tree: boxes stand at the leaves, the role holds what is above them too.
import type { Row } from '../../resource/view.ts'
import type { TreeNode } from '../../ui/tree-item.tsx'

/** Leaf that stands for a page itself, beside its buttons: a page may be opened without any of them. */
const SELF = ':page'

/** Gives every menu with buttons a leaf of its own. */
export function withPageLeaves(
  nodes: readonly TreeNode[],
  menus: ReadonlySet<string>,
  title: string,
): TreeNode[] {
  return nodes.map(node => {
    if (!node.children) return node
    const children = withPageLeaves(node.children, menus, title)
    return {
      ...node,
      children: menus.has(node.id) ? [{ id: `${node.id}${SELF}`, title }, ...children] : children,
    }
  })
}

function leaves(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.flatMap(node => (node.children ? leaves(node.children) : [node]))
}

const rowIdOf = (leaf: string) => Number(leaf.replace(SELF, ''))

/** Boxes that are checked for these resources. */
export function checkedOf(nodes: readonly TreeNode[], resourceIds: readonly number[]): Set<string> {
  const held = new Set(resourceIds)
  return new Set(leaves(nodes).flatMap(leaf => (held.has(rowIdOf(leaf.id)) ? [leaf.id] : [])))
}

/** Resources for these boxes: theirs and everything above. Resources that the tree does not show stay as they were. */
export function resourcesOf(
  rows: readonly Row[],
  checked: ReadonlySet<string>,
  before: readonly number[],
): number[] {
  const byId = new Map(rows.map(row => [row.id, row]))
  const chosen = new Set(before.filter(id => !byId.has(id)))
  for (const leaf of checked) {
    for (let row = byId.get(rowIdOf(leaf)); row && !chosen.has(row.id); row = byId.get(Number(row.parentId)))
      chosen.add(row.id)
  }
  return [...chosen].sort((a, b) => a - b)
}
