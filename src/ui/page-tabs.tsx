// Pages that belong together as tabs: each has an address of its own, so the browser's way back works.
import { useEffect, useRef } from 'react'
import { Icon, type IconName } from './icons.tsx'
import { look } from './kit/look.ts'
import { Row, Text } from './kit/parts.tsx'
import css from './page-tabs.module.css'

export interface PageTab {
  id: string
  label: string
  /** Inside the router: `/AlarmHistory?tab=rules`. */
  address: string
  icon: IconName
  /** Shown behind the label when above 0. */
  count?: number
}

export interface PageTabsProps {
  /** What they are all about, said aloud. */
  label: string
  tabs: readonly PageTab[]
  current: string
}

export function PageTabs({ label, tabs, current }: PageTabsProps) {
  const here = useRef<HTMLAnchorElement>(null)
  // On a phone the present one may stand outside of what is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another element behind the reference
  useEffect(() => {
    const [tab, row] = [here.current, here.current?.parentElement]
    if (!tab || !row) return undefined
    // Words and fonts may come later than the row itself.
    const observer = new ResizeObserver(() => bringIntoRow(tab, row))
    observer.observe(tab)
    observer.observe(row)
    return () => observer.disconnect()
  }, [current])
  return (
    <Row as="nav" align="stretch" gap={1} rigid edgeBelow scroll="x" noBar aria-label={label}>
      {tabs.map(tab => (
        <a
          key={tab.id}
          href={`#${tab.address}`}
          className={look(
            {
              inline: true,
              gap: 2,
              rigid: true,
              atLeast: 'target',
              padX: 2,
              size: 'body',
              tone: 'ink-2',
              nowrap: true,
              undecorated: true,
              brightens: true,
              ringInside: true,
            },
            css.tab,
          )}
          {...(tab.id === current && { 'aria-current': 'page' as const, ref: here })}
        >
          <Icon name={tab.icon} size={16} />
          {tab.label}
          {tab.count !== undefined && tab.count > 0 && (
            <Text
              padX={2}
              ground="new-soft"
              round="card"
              size="caption"
              tone="new"
              text="center"
              miw={20}
              className={css.count}
            >
              {tab.count}
            </Text>
          )}
        </a>
      ))}
    </Row>
  )
}

// Along the row alone: what the person reads below must not move.
function bringIntoRow(tab: Element, row: Element): void {
  const [own, room] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  if (own.left < room.left) row.scrollLeft -= room.left - own.left
  else if (own.right > room.right) row.scrollLeft += own.right - room.right
}
