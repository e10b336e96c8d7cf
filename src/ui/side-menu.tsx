// The side menu: 224 px with the open group's children, or a 64 px rail whose groups open beside it.
import { useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { Icon, type IconName } from './icons.tsx'
import { look } from './kit/look.ts'
import { Box, Column, List, Row, Text } from './kit/parts.tsx'
import { numberFormat, useIntlLocale } from './locale.ts'
import css from './side-menu.module.css'

export interface MenuEntry {
  key: string
  title: string
  icon?: IconName
  /** Where it leads; a group with children only opens. */
  href?: string
  /** What waits there; nothing is shown for zero. */
  badge?: number | undefined
  /** Drawn back: there is nothing behind it yet. */
  muted?: boolean
  children?: readonly MenuEntry[]
}

export interface SideMenuProps {
  label: string
  entries: readonly MenuEntry[]
  /** Entries at the foot: settings. */
  foot?: readonly MenuEntry[]
  activeKey?: string | undefined
  rail: boolean
  /** Shows the button that folds the menu to a rail and back. */
  onRail?: (rail: boolean) => void
  brand?: ReactNode
  /** Called beside the link's own navigation, to close a drawer for example. */
  onNavigate?: (entry: MenuEntry, event: MouseEvent<HTMLAnchorElement>) => void
}

/** True when the entry is the active one or has it inside. */
export const holdsActive = (entry: MenuEntry, activeKey: string | undefined): boolean =>
  activeKey !== undefined &&
  (entry.key === activeKey || (entry.children ?? []).some(child => holdsActive(child, activeKey)))

export function SideMenu(props: SideMenuProps) {
  const { t } = useLingui()
  const { rail, onRail } = props
  // Only what a person opened or closed by hand; otherwise the active group is the open one.
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isOpen = (entry: MenuEntry) => byHand.get(entry.key) ?? holdsActive(entry, props.activeKey)
  const toggle = (entry: MenuEntry) => setByHand(new Map(byHand).set(entry.key, !isOpen(entry)))
  const shared = { activeKey: props.activeKey, onNavigate: props.onNavigate, isOpen, toggle }
  const list = (entries: readonly MenuEntry[]) => (
    <List stack gap={rail ? 'half' : 0} className={css.list}>
      {entries.map(entry => (
        <li key={entry.key}>
          {rail ? <RailEntry entry={entry} {...shared} /> : <FullEntry entry={entry} depth={0} {...shared} />}
        </li>
      ))}
    </List>
  )
  return (
    <nav
      className={look(
        { column: true, rigid: true, tall: true, ground: 'surface', edgeEnd: true },
        rail ? css.rail : css.menu,
      )}
      aria-label={props.label}
    >
      {props.brand !== undefined && (
        <Row gap={2} padX={4} size="section" strong atLeast="tile">
          {props.brand}
        </Row>
      )}
      <Box grow shrinkDown className={css.scroll}>
        {list(props.entries)}
      </Box>
      <Column className={css.foot}>
        {props.foot && list(props.foot)}
        {onRail && (
          <IconButton
            icon={rail ? 'forward' : 'back'}
            label={rail ? t`Expand the menu` : t`Collapse the menu`}
            onClick={() => onRail(!rail)}
          />
        )}
      </Column>
    </nav>
  )
}

interface EntryProps {
  entry: MenuEntry
  activeKey: string | undefined
  onNavigate: SideMenuProps['onNavigate']
  isOpen: (entry: MenuEntry) => boolean
  toggle: (entry: MenuEntry) => void
}

/** A long menu may have the entry of the page that came up below its edge. */
const bringIntoSight = (entry: HTMLAnchorElement | null) => entry?.scrollIntoView({ block: 'nearest' })

function FullEntry({ depth, ...props }: EntryProps & { depth: number }) {
  const { entry, activeKey } = props
  const active = entry.key === activeKey
  const inside = holdsActive(entry, activeKey)
  const inner = (
    <>
      {entry.icon && (
        <Text inline tone={inside ? 'accent' : 'same'}>
          <Icon name={entry.icon} size={20} />
        </Text>
      )}
      <Text grow shrink padY={1}>
        {entry.title}
      </Text>
      <Badge count={entry.badge} />
    </>
  )
  const className = look(
    {
      row: true,
      gap: 2,
      wide: true,
      padX: 3,
      padY: 0,
      ground: inside && depth === 0 ? 'accent-soft' : 'none',
      edge: 'none',
      round: 'control',
      size: depth > 0 ? 'small' : undefined,
      strong: inside,
      tone: inside ? 'ink' : entry.muted ? 'ink-3' : 'ink-2',
      text: 'start',
      undecorated: true,
      pointer: true,
      hovers: true,
      brightens: true,
    },
    css.entry,
    depth > 0 && css.child,
  )
  const indent = { '--gh-depth': Math.max(0, depth - 1) }
  if (!entry.children?.length) {
    return (
      <a
        ref={active ? bringIntoSight : undefined}
        className={className}
        style={indent}
        href={entry.href}
        aria-current={active ? 'page' : undefined}
        onClick={event => props.onNavigate?.(entry, event)}
      >
        {inner}
      </a>
    )
  }
  const open = props.isOpen(entry)
  return (
    <>
      <button
        type="button"
        className={className}
        style={indent}
        aria-expanded={open}
        onClick={() => props.toggle(entry)}
      >
        {inner}
        <span className={look({ tone: 'ink-3' }, css.chevron, open && css.turned)}>
          <Icon name="down" size={14} />
        </span>
      </button>
      {open && (
        <List className={css.list}>
          {entry.children.map(child => (
            <li key={child.key}>
              <FullEntry {...props} entry={child} depth={depth + 1} />
            </li>
          ))}
        </List>
      )}
    </>
  )
}

function RailEntry({ entry, activeKey, onNavigate }: EntryProps) {
  const inside = holdsActive(entry, activeKey)
  const className = look(
    {
      center: true,
      relative: true,
      square: 11,
      pad: 0,
      ground: inside ? 'accent-soft' : 'none',
      edge: 'none',
      round: 'control',
      tone: inside ? 'accent' : 'ink-2',
      pointer: true,
      hovers: !inside,
      brightens: !inside,
    },
    css.railEntry,
  )
  const inner = (
    <>
      <Icon name={entry.icon ?? 'grid'} size={20} />
      <span className="gh-hidden">{entry.title} </span>
      <Badge count={entry.badge} />
    </>
  )
  if (!entry.children?.length) {
    return (
      <a
        className={className}
        href={entry.href}
        title={entry.title}
        aria-current={entry.key === activeKey ? 'page' : undefined}
        onClick={event => onNavigate?.(entry, event)}
      >
        {inner}
      </a>
    )
  }
  return (
    <Menu position="right-start" offset={10} withinPortal>
      <Menu.Target>
        <button type="button" className={className} title={entry.title}>
          {inner}
        </button>
      </Menu.Target>
      <Menu.Dropdown mah="80dvh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{entry.title}</Menu.Label>
        {leaves(entry.children).map(child => (
          <Menu.Item
            key={child.key}
            component="a"
            href={child.href}
            aria-current={child.key === activeKey ? 'page' : undefined}
            className={look(
              child.key === activeKey
                ? { strong: true, tone: 'accent' }
                : child.muted
                  ? { tone: 'ink-3' }
                  : {},
            )}
            onClick={(event: MouseEvent<HTMLAnchorElement>) => onNavigate?.(child, event)}
          >
            {child.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

// Beside a rail there is no room for groups in groups: their pages stand in one list.
const leaves = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap(entry => (entry.children?.length ? leaves(entry.children) : [entry]))

const MOST_SHOWN = 99

function Badge({ count }: { count: number | undefined }) {
  const locale = useIntlLocale()
  if (!count) return null
  const text = numberFormat(locale).format(Math.min(count, MOST_SHOWN))
  return (
    <Text
      as="bdi"
      padX={2}
      round="full"
      size="caption"
      strong
      tone="on-critical"
      text="center"
      miw={20}
      ground="critical-fill"
      className={css.badge}
      dir="ltr"
    >
      {count > MOST_SHOWN ? `${text}+` : text}
    </Text>
  )
}
