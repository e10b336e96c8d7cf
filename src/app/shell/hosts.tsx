// What lies over every page: SOS and card notices, who is reached. Starts what is live when the first page of a session is shown.
import { useLingui } from '@lingui/react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { NoticesHost } from '../../features/notices/notices-host.tsx'
import { keepPush } from '../../features/reach/push-keeper.ts'
import { ReachHost } from '../../features/reach/reach-host.tsx'
import { useSession } from '../../resource/surroundings.ts'
import { lazyPart } from '../lazy-chunk.ts'
import { broker, goLive, notices } from '../live.ts'
import { callsHost, leadCalls } from '../live-calls.ts'
import { SpokenHost } from './spoken-host.tsx'

const ReachDrawers = lazyPart(() => import('../../features/reach/reach-drawers.tsx'))

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
      <NoticesHost
        notices={notices}
        onMap={sos => router.history.push(`/location?imei=${encodeURIComponent(sos.imei)}`)}
      />
      <SpokenHost />
      {Calls && <Calls />}
      <ReachHost Drawers={ReachDrawers} />
    </>
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
