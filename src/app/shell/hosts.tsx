// What lies over every page: SOS and card notices, calls, drawers. Starts what is live when the first page of a session is shown.
import { useLingui } from '@lingui/react'
import { useRouter } from '@tanstack/react-router'
import { type ComponentType, Suspense, useEffect, useSyncExternalStore } from 'react'
import type { Sos } from '../../domain/notice/sos-queue.ts'
import { NoticesHost } from '../../features/notices/notices-host.tsx'
import { keepPush } from '../../features/reachability/push-keeper.ts'
import { reachabilityDrawer } from '../../features/reachability/reachability-drawer.ts'
import { speakOpened } from '../../features/spoken-notices/speak-opened.ts'
import type { Opened } from '../../platform/opened.ts'
import { useSession } from '../../resource/surroundings.ts'
import { useBackCloses } from '../back-closes.ts'
import { lazyOverlay } from '../lazy-overlay.tsx'
import { broker, goLive, notices } from '../live.ts'
import { callsHost, leadCalls } from '../live-calls.ts'

const ReachabilityDrawers = lazyOverlay(() => import('../../features/reachability/reachability-drawers.tsx'))
const SpeakDrawer = lazyOverlay(() => import('../../features/spoken-notices/speak-drawer.tsx'))

export function Hosts() {
  const router = useRouter()
  useEffect(() => {
    // Follows the session from here on by itself; the frame may come and go.
    goLive()
    leadCalls(path => router.history.push(path))
  }, [router])
  const Calls = useSyncExternalStore(callsHost.subscribe, callsHost.read)
  usePush()
  return (
    <>
      <NoticesHost notices={notices} onMap={sos => router.history.push(sosPath(sos))} />
      {Calls && <Calls />}
      <DrawerHost opened={reachabilityDrawer} Drawer={ReachabilityDrawers} />
      <DrawerHost opened={speakOpened} Drawer={SpeakDrawer} />
    </>
  )
}

/** Where the SOS was pressed; without a place, its device. */
const sosPath = ({ imei, latitude, longitude }: Sos): string =>
  `/location?imei=${encodeURIComponent(imei)}${
    latitude === null || longitude === null ? '' : `&lat=${latitude}&lon=${longitude}`
  }`

interface DrawerHostProps<Name extends string> {
  opened: Opened<Name>
  /** Fetched when somebody asks for it. */
  Drawer: ComponentType<{ drawer: Name; onClose: () => void }>
}

function DrawerHost<Name extends string>({ opened, Drawer }: DrawerHostProps<Name>) {
  const drawer = useSyncExternalStore(opened.subscribe, opened.read)
  useBackCloses(drawer !== undefined, opened.close)
  if (drawer === undefined) return null
  return (
    <Suspense>
      <Drawer drawer={drawer} onClose={opened.close} />
    </Suspense>
  )
}

// Visitors hear of nothing, so nothing is pushed to them.
function usePush(): void {
  const { i18n } = useLingui()
  const session = useSession()
  const token = session?.user.visitor === false ? session.token : undefined
  useEffect(() => {
    if (token === undefined) return undefined
    return keepPush(i18n.locale, () => broker.state().is === 'live')
  }, [token, i18n.locale])
}
