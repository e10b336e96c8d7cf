// The frame around every page: menu, bar, banners, the page itself, tabs on a phone.
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { KEPT_PREFIX } from '../../domain/storage-keys.ts'
import { showPageTitle } from '../../platform/page-title.ts'
import { EntityWordsContext } from '../../resource/entity-words.ts'
import { useSession } from '../../resource/surroundings.ts'
import { look } from '../../ui/kit/look.ts'
import { Box, Column, Row } from '../../ui/kit/parts.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { SideMenu } from '../../ui/side-menu.tsx'
import { askWebsite, getBootInfo, siteNameOf, subscribeBootInfo } from '../boot-info.ts'
import { entityWords } from '../entity-words.ts'
import { lazyPart } from '../lazy-chunk.ts'
import { lazyOverlay } from '../lazy-overlay.tsx'
import { Banners } from './banners.tsx'
import css from './console-frame.module.css'
import { Emblem } from './emblem.tsx'
import { HeaderBar } from './header-bar.tsx'
import { Hosts } from './hosts.tsx'
import { PhoneTabs } from './phone-tabs.tsx'
import { useNavigation, usePageTitle } from './use-navigation.ts'
import { usePaletteKey } from './use-palette-key.ts'

const CommandPalette = lazyOverlay(() => import('./command-palette.tsx'))
const NotBuiltPage = lazyPart(() => import('./not-built-page.tsx'))

const RAIL_KEY = `${KEPT_PREFIX}rail`

/** Whatever stands in it may ask what entities are called. */
export function ConsoleFrame({ children }: { children?: ReactNode }) {
  return (
    <EntityWordsContext value={entityWords}>
      <Frame>{children}</Frame>
    </EntityWordsContext>
  )
}

function Frame({ children }: { children?: ReactNode }) {
  const { t } = useLingui()
  const session = useSession()
  const layout = useScreen()
  const navigation = useNavigation()
  const site = siteNameOf(useSyncExternalStore(subscribeBootInfo, getBootInfo))
  const tenantId = session?.user.tenantId
  useEffect(() => {
    if (tenantId !== undefined) void askWebsite(tenantId)
  }, [tenantId])
  const title = usePageTitle(navigation)
  const [rail, setRail] = useState(() => localStorage.getItem(RAIL_KEY) === 'true')
  const [palette, setPalette] = useState(false)
  const content = useRef<HTMLElement>(null)
  usePaletteKey(() => setPalette(true))
  useFocusOnNavigation(content, title)
  // A page in a window of its own has nothing around it.
  const bare = useLocation({ select: ({ search }) => 'screen' in search && search.screen === 'own' })
  const missing = useMatches({
    select: matches => {
      const leaf = matches.at(-1)
      return leaf?.staticData.built === false ? leaf.fullPath : undefined
    },
  })
  // Between the end of a session and the way to the login screen there is nothing to show.
  if (!session) return null

  const railed = layout === 'tablet' || rail
  const framed = layout !== 'phone' && !bare
  return (
    <Row align="stretch" ground="canvas" hidden h="100dvh" data-layout={layout}>
      <button
        type="button"
        className={look(
          {
            atLeast: 'target',
            padX: 4,
            ground: 'accent',
            edge: 'none',
            round: 'control',
            strong: true,
            tone: 'on-accent',
            fixed: true,
          },
          css.skip,
        )}
        onClick={() => content.current?.focus()}
      >
        <Trans>Skip to the content</Trans>
      </button>
      {framed && (
        <SideMenu
          label={t`Main menu`}
          entries={navigation.items}
          activeKey={navigation.active?.key}
          rail={railed}
          brand={
            <>
              <Emblem />
              {!railed && (
                <Text component="bdi" inherit lineClamp={2}>
                  {site}
                </Text>
              )}
            </>
          }
          {...(layout === 'desktop' && {
            onRail: (next: boolean) => {
              localStorage.setItem(RAIL_KEY, String(next))
              setRail(next)
            },
          })}
        />
      )}
      <Column grow shrink>
        {!bare && (
          <HeaderBar
            phone={layout === 'phone'}
            title={navigation.active?.path === '/AlarmHistory' ? t`Alarms` : (title ?? site)}
            session={session}
            onSearch={() => setPalette(true)}
          />
        )}
        <Banners />
        <Box
          as="main"
          ref={content}
          tabIndex={-1}
          grow
          shrinkDown
          relative
          scroll="both"
          className={css.content}
        >
          <Suspense>{missing ? <NotBuiltPage path={missing} /> : (children ?? <Outlet />)}</Suspense>
        </Box>
        {layout === 'phone' && !bare && <PhoneTabs navigation={navigation} />}
      </Column>
      {palette && (
        <Suspense>
          <CommandPalette items={navigation.items} onClose={() => setPalette(false)} />
        </Suspense>
      )}
      <Hosts />
    </Row>
  )
}

// A reader hears the new page's name; the keyboard goes on inside it. The first page leaves the focus alone.
function useFocusOnNavigation(content: { current: HTMLElement | null }, title: string | undefined): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => showPageTitle(title), [title])
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    content.current?.focus({ preventScroll: true })
    content.current?.scrollTo(0, 0)
  }, [pathname, content])
}
