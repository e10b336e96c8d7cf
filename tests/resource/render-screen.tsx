// Shows one screen of the engine under an address, with a session, a skin and an empty English catalogue.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import type { SessionUser } from '../../src/contract/endpoints/session.ts'
import { listenToToasts, type Toast } from '../../src/platform/toast.ts'
import { wrapUi } from '../ui/render-ui.tsx'
import { signIn } from './sign-in.ts'

export interface Shown {
  /** The search part of the address now. */
  search: () => Record<string, unknown>
  path: () => string
  told: Toast[]
  go: (address: string) => void
  back: () => void
}

/** Renders a screen at `/`, with the permissions the person holds. */
export async function renderScreen(
  content: ReactNode,
  {
    address = '/',
    permissions = ['*'],
    facts,
  }: { address?: string; permissions?: string[]; facts?: Partial<SessionUser> } = {},
): Promise<Shown> {
  signIn(permissions, facts)
  const told: Toast[] = []
  listenToToasts(telling => told.push(telling))
  const rootRoute = createRootRoute()
  const screen = createRoute({ getParentRoute: () => rootRoute, path: '/', component: () => <>{content}</> })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: rootRoute.addChildren([screen]), history })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  await render(
    wrapUi(
      <QueryClientProvider client={client}>
        <div style={{ display: 'flex', blockSize: 700 }}>
          <RouterProvider router={router as never} />
        </div>
      </QueryClientProvider>,
    ),
  )
  return {
    search: () => router.state.location.search as Record<string, unknown>,
    path: () => router.state.location.pathname,
    told,
    go: to => history.push(to),
    back: () => history.back(),
  }
}
