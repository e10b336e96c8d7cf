// Navigation under the thumb on a phone: five tabs at most.
import css from './bottom-tabs.module.css'
import { Icon, type IconName } from './icons.tsx'
import { look } from './kit/look.ts'
import { Row, Text } from './kit/parts.tsx'
import { numberFormat, useIntlLocale } from './locale.ts'

export interface BottomTab {
  key: string
  title: string
  icon: IconName
  href?: string
  /** For a tab that opens something instead of leading somewhere: More. */
  onClick?: () => void
  badge?: number | undefined
}

export interface BottomTabsProps {
  label: string
  tabs: readonly BottomTab[]
  activeKey?: string | undefined
}

const MOST_TABS = 5

export function BottomTabs({ label, tabs, activeKey }: BottomTabsProps) {
  const locale = useIntlLocale()
  return (
    <Row as="nav" align="stretch" rigid ground="surface" edgeAbove className={css.tabs} aria-label={label}>
      {tabs.slice(0, MOST_TABS).map(tab => {
        const active = tab.key === activeKey
        const inner = (
          <>
            <Text relative>
              <Icon name={tab.icon} size={22} />
              {!!tab.badge && (
                <Text
                  padX={1}
                  round="full"
                  size="caption"
                  strong
                  tone="on-critical"
                  text="center"
                  insetX="12px auto"
                  insetY="-4px auto"
                  absolute
                  miw={16}
                  ground="critical-fill"
                >
                  {numberFormat(locale).format(tab.badge)}
                </Text>
              )}
            </Text>
            <Text fits size="caption" clip title={tab.title}>
              {tab.title}
            </Text>
          </>
        )
        return tab.href === undefined ? (
          <button
            key={tab.key}
            type="button"
            className={
              active
                ? `${look({ bare: true, column: true, align: 'center', justify: 'center', gap: 'half', grow: true, shrink: true, atLeast: 'tile', padX: 'half', padY: 2, undecorated: true, pointer: true, ringInside: true }, css.tab)} ${look({ strong: true }, css.active)}`
                : look(
                    {
                      bare: true,
                      column: true,
                      align: 'center',
                      justify: 'center',
                      gap: 'half',
                      grow: true,
                      shrink: true,
                      atLeast: 'tile',
                      padX: 'half',
                      padY: 2,
                      undecorated: true,
                      pointer: true,
                      ringInside: true,
                    },
                    css.tab,
                  )
            }
            onClick={tab.onClick}
          >
            {inner}
          </button>
        ) : (
          <a
            key={tab.key}
            href={tab.href}
            className={
              active
                ? `${look({ bare: true, column: true, align: 'center', justify: 'center', gap: 'half', grow: true, shrink: true, atLeast: 'tile', padX: 'half', padY: 2, undecorated: true, pointer: true, ringInside: true }, css.tab)} ${look({ strong: true }, css.active)}`
                : look(
                    {
                      bare: true,
                      column: true,
                      align: 'center',
                      justify: 'center',
                      gap: 'half',
                      grow: true,
                      shrink: true,
                      atLeast: 'tile',
                      padX: 'half',
                      padY: 2,
                      undecorated: true,
                      pointer: true,
                      ringInside: true,
                    },
                    css.tab,
                  )
            }
            aria-current={active ? 'page' : undefined}
            onClick={tab.onClick}
          >
            {inner}
          </a>
        )
      })}
    </Row>
  )
}
