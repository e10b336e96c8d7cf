// What came while nobody looked, in one line; the centre has it all.

import { useLocation, useRouter } from '@tanstack/react-router'
import { Suspense, useSyncExternalStore } from 'react'
import { lazyOverlay } from '../lazy-overlay.tsx'
import { centre } from '../live-centre.ts'

const Digest = lazyOverlay(() => import('../../features/notices/centre-digest.tsx'))
const CENTRE = '/newPage1'

export function CentreDigest() {
  const router = useRouter()
  const { pathname } = useLocation()
  const { missed } = useSyncExternalStore(centre.subscribe, centre.read)
  // There it stands already.
  if (!missed || pathname === CENTRE) return null
  return (
    <Suspense>
      <Digest
        counts={missed.counts}
        away={missed.since !== undefined}
        onShow={() => {
          centre.dismiss()
          router.history.push(`${CENTRE}?state=unread`)
        }}
        onDismiss={centre.dismiss}
      />
    </Suspense>
  )
}
