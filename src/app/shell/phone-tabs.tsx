// A phone's five tabs: the person's first menus, then More, which opens the whole menu.
import { Trans, useLingui } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { BottomTabs } from '../../ui/bottom-tabs.tsx'
import { holdsActive, SideMenu } from '../../ui/side-menu.tsx'
import { tabsOf } from './navigation.ts'
import css from './phone-tabs.module.css'
import type { Navigation } from './use-navigation.ts'

const TABS_BEFORE_MORE = 4

export function PhoneTabs({ navigation }: { navigation: Navigation }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  // Wherever the drawer led, it is out of the way there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on every change of the address
  useEffect(() => setOpen(false), [pathname])
  const first = tabsOf(navigation.items, TABS_BEFORE_MORE)
  const activeKey = first.find(tab => holdsActive(tab, navigation.active?.key))?.key
  return (
    <>
      <BottomTabs
        label={t`Main menu`}
        activeKey={activeKey ?? 'more'}
        tabs={[
          ...first.map(({ key, title, path, icon = 'list', href = '#/', badge }) => ({
            key,
            // A fifth of a phone's width holds one word.
            title: path === '/AlarmHistory' ? t`Alarms` : title,
            icon,
            href,
            badge,
          })),
          { key: 'more', title: t`More`, icon: 'more', onClick: () => setOpen(true) },
        ]}
      />
      <Drawer
        opened={open}
        onClose={() => setOpen(false)}
        position="bottom"
        size="82%"
        title={<Trans>All pages</Trans>}
        closeButtonProps={{ 'aria-label': t`Close` }}
        classNames={{ body: css.body ?? '', content: css.content ?? '' }}
      >
        <SideMenu
          label={t`All pages`}
          entries={navigation.items}
          activeKey={navigation.active?.key}
          rail={false}
          onNavigate={() => setOpen(false)}
        />
      </Drawer>
    </>
  )
}
