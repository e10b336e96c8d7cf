// Boxes of a tree: a branch is whole, half or empty by its leaves.

export interface Branch {
  id: string
  children?: readonly Branch[]
}

export type CheckState = 'all' | 'some' | 'none'

/** Every id under the node that carries a box of its own: its leaves, or itself. */
export function leavesOf(node: Branch): string[] {
  return node.children?.length ? node.children.flatMap(leavesOf) : [node.id]
}

/** Whether all, some or none of the node's leaves are checked. */
export function checkState(node: Branch, checked: ReadonlySet<string>): CheckState {
  const leaves = leavesOf(node)
  const count = leaves.filter(id => checked.has(id)).length
  return count === 0 ? 'none' : count === leaves.length ? 'all' : 'some'
}

/** The checked leaves after a click on the node: a whole branch empties, any other fills. */
export function toggled(node: Branch, checked: ReadonlySet<string>): Set<string> {
  const next = new Set(checked)
  const fill = checkState(node, checked) !== 'all'
  for (const id of leavesOf(node)) {
    if (fill) next.add(id)
    else next.delete(id)
  }
  return next
}
