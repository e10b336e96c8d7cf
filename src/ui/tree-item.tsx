// One node of a tree with all that hangs under it.
import { useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Icon, type IconName } from './icons.tsx'
import { look } from './kit/look.ts'
import { Box, Text } from './kit/parts.tsx'
import { type CheckState, checkState } from './tree-check.ts'
import css from './tree-list.module.css'

export interface TreeNode {
  id: string
  title: string
  icon?: IconName
  /** Beside the title, at the end: a count. */
  aside?: ReactNode
  children?: readonly TreeNode[]
}

export interface NodeAction {
  id: string
  title: ReactNode
  icon?: IconName
  critical?: boolean
  function: (node: TreeNode) => void
}

export interface TreeListProps {
  label: string
  nodes: readonly TreeNode[]
  expanded: ReadonlySet<string>
  onExpanded: (expanded: ReadonlySet<string>) => void
  selected?: string | undefined
  onSelect?: (node: TreeNode) => void
  /** Ids of the checked leaves; with it every node has a box. */
  checked?: ReadonlySet<string>
  onChecked?: (checked: ReadonlySet<string>) => void
  /** What the operate button of a node offers; none, no button. */
  actionsOf?: (node: TreeNode) => readonly NodeAction[]
}

export interface TreeItemProps {
  node: TreeNode
  level: number
  position: number
  siblings: number
  tree: TreeListProps
  tabStop: string | undefined
  onFocus: (id: string) => void
  expand: (node: TreeNode, open: boolean) => void
  check: (node: TreeNode) => void
}

const ARIA_CHECKED: Record<CheckState, boolean | 'mixed'> = { all: true, some: 'mixed', none: false }

export function TreeItem(props: TreeItemProps) {
  const { node, level, tree, expand, check } = props
  const { t } = useLingui()
  const id = useId()
  const children = node.children ?? []
  const branch = children.length > 0
  const open = branch && tree.expanded.has(node.id)
  const state = tree.checked ? checkState(node, tree.checked) : undefined
  const actions = tree.actionsOf?.(node) ?? []
  const title = node.title
  return (
    <>
      <div
        role="treeitem"
        aria-level={level}
        aria-posinset={props.position}
        aria-setsize={props.siblings}
        aria-expanded={branch ? open : undefined}
        aria-selected={tree.onSelect ? node.id === tree.selected : undefined}
        aria-checked={state && ARIA_CHECKED[state]}
        aria-labelledby={node.aside === undefined ? `${id}-title` : `${id}-title ${id}-aside`}
        data-node={node.id}
        tabIndex={props.tabStop === node.id ? 0 : -1}
        className={look(
          { row: true, atLeast: 'row', round: 'control', tone: 'ink', hovers: true, ringInside: true },
          css.row,
          node.id === tree.selected ? css.selected : undefined,
        )}
        style={{ '--gh-depth': level - 1 }}
        onFocus={event => {
          if (event.target === event.currentTarget) props.onFocus(node.id)
        }}
      >
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={branch ? css.twist : `${css.twist} ${css.leaf}`}
          onClick={() => expand(node, !open)}
        >
          <span className={open ? css.open : css.closed}>
            <Icon name="forward" size={14} />
          </span>
        </button>
        {state && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-hidden="true"
            className={look({ rigid: true, pointer: true, square: 4, accented: true }, css.box)}
            checked={state === 'all'}
            ref={box => {
              if (box) box.indeterminate = state === 'some'
            }}
            onChange={() => check(node)}
          />
        )}
        <button
          type="button"
          tabIndex={-1}
          className={look(
            {
              bare: true,
              row: true,
              gap: 2,
              grow: true,
              shrink: true,
              padX: 1,
              padY: 0,
              text: 'start',
              pointer: true,
            },
            css.title,
          )}
          onClick={() => (tree.onSelect ? tree.onSelect(node) : branch && expand(node, !open))}
        >
          {node.icon && <Icon name={node.icon} size={16} />}
          <Text as="bdi" id={`${id}-title`} clip>
            {title}
          </Text>
          {node.aside !== undefined && (
            <Text id={`${id}-aside`} size="caption" plain tone="ink-3">
              {node.aside}
            </Text>
          )}
        </button>
        {actions.length > 0 && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <button
                type="button"
                className={css.operate}
                tabIndex={props.tabStop === node.id ? 0 : -1}
                aria-label={t`Actions for ${title}`}
              >
                <Icon name="more" size={16} />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {actions.map(action => (
                <Menu.Item
                  key={action.id}
                  color={action.critical ? 'critical' : undefined}
                  leftSection={action.icon && <Icon name={action.icon} size={16} />}
                  onClick={() => action.function(node)}
                >
                  {action.title}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {branch && (
        <div className={look({ stack: true }, css.fold, open ? css.unfolded : undefined)} inert={!open}>
          <Box role="group" shrinkDown hidden>
            {children.map((child, at) => (
              <TreeItem
                {...props}
                key={child.id}
                node={child}
                level={level + 1}
                position={at + 1}
                siblings={children.length}
              />
            ))}
          </Box>
        </div>
      )}
    </>
  )
}
