// What stands in for a screen while it loads or when it broke.
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ErrorState, Loading } from '../ui/states.tsx'
import { ErrorText } from './error-text.tsx'
import { isChunkError } from './lazy-chunk.ts'
import { ReloadOffer } from './reload-offer.tsx'

export function ScreenPending() {
  return <Loading variant="list" />
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
