// Over every page, on a phone above it: what was just said aloud, as text.
import { Suspense, useSyncExternalStore } from 'react'
import { lazyOverlay } from '../lazy-overlay.tsx'
import { spokenBoard } from '../live-sockets.ts'

const SpokenStrip = lazyOverlay(() => import('../../features/spoken/spoken-strip.tsx'))

export function SpokenHost() {
  const shown = useSyncExternalStore(spokenBoard.subscribe, spokenBoard.read)
  return (
    // Always there: a screen reader says only what comes into a region it knows.
    <div aria-live="polite">
      {shown.length > 0 && (
        <Suspense>
          <SpokenStrip board={spokenBoard} />
        </Suspense>
      )}
    </div>
  )
}
