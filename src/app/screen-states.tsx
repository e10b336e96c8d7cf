// What stands in for a screen while it loads or when it broke.
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { CHUNK_TIMEOUT_MS } from '../contract/envelope.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { ErrorText } from './error-text.tsx'
import { isChunkError } from './lazy-chunk.ts'
import { ReloadOffer } from './reload-offer.tsx'

/** A page whose script does not come in 120,000 ms is offered to be loaded again. */
export function ScreenPending() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), CHUNK_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  return late ? <ReloadOffer /> : <Loading variant="list" />
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
