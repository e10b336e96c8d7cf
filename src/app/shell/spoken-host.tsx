// Over every page, on a phone above it: what was just said aloud, as text; above every page the alarms that are said again.
import { useRouter } from '@tanstack/react-router'
import { Suspense, useSyncExternalStore } from 'react'
import { lazyOverlay } from '../lazy-overlay.tsx'
import { spokenBoard } from '../live-sockets.ts'

const SpokenLines = lazyOverlay(() => import('./spoken-lines.tsx'))

export function SpokenHost() {
  const router = useRouter()
  const shown = useSyncExternalStore(spokenBoard.subscribe, spokenBoard.read)
  const standing = useSyncExternalStore(spokenBoard.subscribe, spokenBoard.alarms)
  return (
    // Always there: a screen reader says only what comes into a region it knows.
    <div aria-live="polite">
      {shown.length + standing.length > 0 && (
        <Suspense>
          <SpokenLines board={spokenBoard} go={path => router.history.push(path)} />
        </Suspense>
      )}
    </div>
  )
}
