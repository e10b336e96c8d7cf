// What lies over every page: SOS and card notices. Starts what is live when the first page of a session is shown.
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { NoticesHost } from '../../features/notices/notices-host.tsx'
import { goLive, notices } from '../live.ts'
import { SpokenHost } from './spoken-host.tsx'

export function Hosts() {
  const router = useRouter()
  useEffect(() => {
    // Follows the session from here on by itself; the frame may come and go.
    goLive()
  }, [])
  return (
    <>
      <SpokenHost />
      <NoticesHost
        notices={notices}
        onMap={sos => router.history.push(`/location?imei=${encodeURIComponent(sos.imei)}`)}
      />
    </>
  )
}
