// The pages about doors as tabs: each has an address of its own, so the browser's way back works.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useRights } from '../../resource/surroundings.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import css from './door-tabs.module.css'

export type DoorTab = 'rights' | 'events' | 'calls' | 'cards' | 'issue'

interface Tab {
  id: DoorTab
  mark: string
  address: string
  icon: IconName
}

/** In the order in which they are shown, with what each asks for. */
export const doorTabs: readonly Tab[] = [
  { id: 'rights', mark: 'doorRight.read', address: '/rightsManagement', icon: 'key' },
  { id: 'events', mark: 'doorEvent.read', address: '/rightsManagement?view=events', icon: 'door' },
  { id: 'calls', mark: 'call.read', address: '/rightsManagement?view=calls', icon: 'phone' },
  { id: 'cards', mark: 'doorCard.read', address: '/cardAdd?view=cards', icon: 'card' },
  { id: 'issue', mark: 'doorCard.issue', address: '/cardAdd', icon: 'plus' },
]

export function DoorTabs({ current }: { current: DoorTab }) {
  const { t } = useLingui()
  const may = useRights()
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
  const labels: Record<DoorTab, string> = {
    rights: t({ context: 'doors', message: 'Rights' }),
    events: t`Access events`,
    calls: t`Call log`,
    cards: t({ context: 'doors', message: 'Cards' }),
    issue: t`Issue a card`,
  }
  return (
    <nav className={css.tabs} aria-label={t`Doors`}>
      {doorTabs
        .filter(tab => may(tab.mark))
        .map(tab => (
          <a
            key={tab.id}
            href={`#${tab.address}`}
            className={css.tab}
            {...(tab.id === current && { 'aria-current': 'page' as const, ref: here })}
          >
            <Icon name={tab.icon} size={16} />
            {labels[tab.id]}
          </a>
        ))}
    </nav>
  )
}

// Along the row alone: what the person reads below must not move.
function bringIntoRow(tab: Element, row: Element): void {
  const [own, room] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  if (own.left < room.left) row.scrollLeft -= room.left - own.left
  else if (own.right > room.right) row.scrollLeft += own.right - room.right
}
