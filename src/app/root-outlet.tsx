// What every page stands in: the bare pages directly, the others in their layout's frame.
import { type ErrorComponentProps, Outlet, useMatches } from '@tanstack/react-router'
import { Suspense } from 'react'
import { getSession } from '../platform/session-store.ts'
import { lazyPart } from './lazy-chunk.ts'
import { ScreenFailed } from './screen-states.tsx'

const NotBuiltPage = lazyPart(() => import('./shell/not-built-page.tsx'))
const FramedNotFound = lazyPart(() => import('./shell/framed-not-found.tsx'))

export function RootOutlet() {
  const bareAndNotBuilt = useMatches({
    select: matches => {
      const leaf = matches.at(-1)
      return matches.length === 2 && leaf?.staticData.built === false ? leaf.fullPath : undefined
    },
  })
  return <Suspense>{bareAndNotBuilt ? <NotBuiltPage path={bareAndNotBuilt} /> : <Outlet />}</Suspense>
}

export function RootNotFound() {
  return <Suspense>{getSession() && <FramedNotFound />}</Suspense>
}

export function RootFailed(props: ErrorComponentProps) {
  return (
    <main>
      <ScreenFailed {...props} />
    </main>
  )
}
