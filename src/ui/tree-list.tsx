// A collapsible tree: optional boxes with a half state, optional menu at each node, keyboard of a tree.
import { type KeyboardEvent, useState } from 'react'
import { toggled } from './tree-check.ts'
import { TreeItem, type TreeListProps, type TreeNode } from './tree-item.tsx'

interface Place {
  node: TreeNode
  parent: TreeNode | undefined
}

const visible = (nodes: readonly TreeNode[], expanded: ReadonlySet<string>, parent?: TreeNode): Place[] =>
  nodes.flatMap(node => [
    { node, parent },
    ...(expanded.has(node.id) ? visible(node.children ?? [], expanded, node) : []),
  ])

export function TreeList(props: TreeListProps) {
  const { nodes, expanded, onExpanded } = props
  const [focusId, setFocusId] = useState<string>()
  const places = visible(nodes, expanded)
  const tabStop = places.some(place => place.node.id === focusId)
    ? focusId
    : (places.find(place => place.node.id === props.selected)?.node.id ?? places[0]?.node.id)

  const expand = (node: TreeNode, open: boolean) => {
    const next = new Set(expanded)
    if (open) next.add(node.id)
    else next.delete(node.id)
    onExpanded(next)
  }
  const check = (node: TreeNode) => {
    if (props.checked) props.onChecked?.(toggled(node, props.checked))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-node]') : null
    if (!item || event.target !== item) return
    const at = places.findIndex(place => place.node.id === item.dataset.node)
    const place = places[at]
    if (!place) return
    const rtl = getComputedStyle(item).direction === 'rtl'
    const to = treeMove(event.key, { places, at, place, expanded, rtl, expand })
    if (to === undefined) {
      if (event.key === 'Enter') props.onSelect?.(place.node)
      else if (event.key === ' ') check(place.node)
      else return
      event.preventDefault()
      return
    }
    event.preventDefault()
    const next = places[to]
    if (!next) return
    setFocusId(next.node.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-node="${CSS.escape(next.node.id)}"]`)?.focus()
  }

  return (
    <div
      role="tree"
      aria-label={props.label}
      aria-multiselectable={props.checked ? true : undefined}
      onKeyDown={onKeyDown}
    >
      {nodes.map((node, at) => (
        <TreeItem
          key={node.id}
          node={node}
          level={1}
          position={at + 1}
          siblings={nodes.length}
          tree={props}
          tabStop={tabStop}
          onFocus={setFocusId}
          expand={expand}
          check={check}
        />
      ))}
    </div>
  )
}

interface Move {
  places: readonly Place[]
  at: number
  place: Place
  expanded: ReadonlySet<string>
  rtl: boolean
  expand: (node: TreeNode, open: boolean) => void
}

// The index a key leads to; opening and closing stay where they are; undefined is no move at all.
function treeMove(key: string, { places, at, place, expanded, rtl, expand }: Move): number | undefined {
  const branch = (place.node.children?.length ?? 0) > 0
  const open = expanded.has(place.node.id)
  const inward = rtl ? 'ArrowLeft' : 'ArrowRight'
  const outward = rtl ? 'ArrowRight' : 'ArrowLeft'
  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at - 1
  if (key === 'Home') return 0
  if (key === 'End') return places.length - 1
  if (key === inward && branch) {
    if (open) return at + 1
    expand(place.node, true)
    return at
  }
  if (key === outward) {
    if (!branch || !open) return places.findIndex(each => each.node === place.parent)
    expand(place.node, false)
    return at
  }
  return undefined
}
