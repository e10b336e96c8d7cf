// The menu of the person who is logged in, in the language shown.
import { useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useMemo, useSyncExternalStore } from 'react'
import { routeName } from '../../domain/navigation/routes.ts'
import { useSession } from '../../resource/surroundings.ts'
import { getBootInfo, subscribeBootInfo } from '../boot-info.ts'
import { builtPages } from '../built-pages.ts'
import { menuOfHost } from '../gate.ts'
import { openAlarms } from '../live.ts'
import { entryTitle } from './entry-title.ts'
import { activeItem, type NavigationItem, navigationOf } from './navigation.ts'
import { titlesByName } from './titles-by-name.ts'

export interface Navigation {
  items: readonly NavigationItem[]
  active: NavigationItem | undefined
}

export function useNavigation(): Navigation {
  const { i18n } = useLingui()
  const { locale } = i18n
  const session = useSession()
  const boot = useSyncExternalStore(subscribeBootInfo, getBootInfo)
  const router = useRouter()
  const { pathname, search } = useLocation()
  const alarms = useSyncExternalStore(openAlarms.subscribe, openAlarms.read)
  const items = useMemo(() => {
    const { isBuilt } = builtPages(router.routesById)
    return navigationOf(menuOfHost(session?.menu ?? [], boot), {
      language: locale,
      titleOf: entry => {
        const title = entryTitle(entry, boot)
        return title && i18n._(title)
      },
      isBuilt,
      badgeOf: path => (path === '/AlarmHistory' ? alarms : undefined),
    })
  }, [session, boot, locale, i18n, router, alarms])
  return { items, active: activeItem(items, pathname, search) }
}

/** Title of the open page: the menu's name for it, else the console's own for its address; undefined without either. */
export function usePageTitle({ active }: Navigation): string | undefined {
  const { i18n } = useLingui()
  const { pathname } = useLocation()
  if (active) return active.title
  const title = titlesByName.get(routeName(pathname))
  return title && i18n._(title)
}
