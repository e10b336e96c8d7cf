// Reads all rows of an entity that is a tree, and lays them out.
import { queryOptions } from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '../contract/entity-endpoints.ts'
import type { EntityDefinition } from '../domain/entity.ts'
import { sendRequest } from '../platform/http.ts'
import type { TreeNode } from '../ui/tree-item.tsx'
import { endpointsFor } from './query.ts'
import type { Row } from './view.ts'

/** Every row, page after page, in its order. */
export function allRowsOptions(entity: EntityDefinition) {
  return queryOptions({
    queryKey: ['entity', entity.key, 'all'] as const,
    queryFn: async ({ signal }): Promise<Row[]> => {
      const rows: Row[] = []
      for (let page = 1; ; page++) {
        const query = { page, size: MAX_PAGE_SIZE, sort: entity.defaultSort }
        const answer = await sendRequest(endpointsFor(entity).page, query, { signal })
        // The engine's rows are the entity's rows with their types forgotten.
        rows.push(...answer.list)
        if (answer.list.length < MAX_PAGE_SIZE) return rows
      }
    },
    staleTime: 10_000,
  })
}

/** What a row looks like as a node. */
export type NodeOf = (row: Row) => Omit<TreeNode, 'id' | 'children'>

/** Rows as a tree. A row whose parent is missing stands at the top: it must stay reachable. */
export function treeOf(rows: readonly Row[], nodeOf: NodeOf): TreeNode[] {
  const known = new Set(rows.map(row => row.id))
  const below = new Map<unknown, Row[]>()
  for (const row of rows) {
    const parent = typeof row.parentId === 'number' && known.has(row.parentId) ? row.parentId : null
    below.set(parent, [...(below.get(parent) ?? []), row])
  }
  const build = (parent: number | null): TreeNode[] =>
    (below.get(parent) ?? []).map(row => {
      const children = build(row.id)
      return { id: String(row.id), ...nodeOf(row), ...(children.length > 0 && { children }) }
    })
  return build(null)
}

/** The nodes whose title contains the text, with everything above them; and what must be open to see them. */
export function narrowed(
  nodes: readonly TreeNode[],
  text: string,
): { nodes: TreeNode[]; open: ReadonlySet<string> } {
  const wanted = text.trim().toLocaleLowerCase()
  const open = new Set<string>()
  const narrow = (level: readonly TreeNode[]): TreeNode[] =>
    level.flatMap(node => {
      if (node.title.toLocaleLowerCase().includes(wanted)) return [node]
      const children = narrow(node.children ?? [])
      if (children.length === 0) return []
      open.add(node.id)
      return [{ ...node, children }]
    })
  return { nodes: narrow(nodes), open }
}
