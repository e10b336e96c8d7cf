// What stands in for a screen while it loads or when it broke.
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { CHUNK_TIMEOUT_MS } from '../contract/envelope.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { ErrorText } from './error-text.tsx'
import { isChunkError } from './lazy-chunk.ts'
import { ReloadOffer, SlowOffer } from './reload-offer.tsx'

/** A person who waits so long for a page can do something about it. */
const SLOW_MS = 10_000

/** A page whose script does not come in 120,000 ms counts as missing; long before, loading it again is offered. */
export function ScreenPending() {
  const slow = useElapsed(SLOW_MS)
  const late = useElapsed(CHUNK_TIMEOUT_MS)
  if (late) return <ReloadOffer />
  return (
    <>
      {slow && <SlowOffer />}
      <Loading variant="list" />
    </>
  )
}

function useElapsed(milliseconds: number): boolean {
  const [elapsed, setElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return elapsed
}

export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (isChunkError(error)) return <ReloadOffer />
  return (
    <Suspense>
      <ErrorState
        what={<ErrorText error={error} />}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </Suspense>
  )
}
