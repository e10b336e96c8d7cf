// Shows one screen at an address over a pretended server, as the console would.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
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
import { configureHttp } from '../../../src/platform/http.ts'
import { UiProvider } from '../../../src/ui/provider.tsx'
import { signIn } from '../../resource/sign-in.ts'

export interface Asked {
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
}

/** `answer` gives the data of a call, or a Response of its own. */
export async function showScreen(
  Screen: () => ReactNode,
  {
    permissions,
    answer,
    search = '',
    facts = {},
  }: {
    permissions: string[]
    answer: (asked: Asked) => unknown
    search?: string
    /** Who is signed in, where that matters. */
    facts?: Parameters<typeof signIn>[1]
  },
) {
  const asked: Asked[] = []
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  configureHttp({
    token: () => 't',
    fetch: async (input, init) => {
      const url = new URL(String(input), location.href)
      const path = url.pathname.split('/').slice(3).join('/')
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
      const call = { path, query: url.searchParams, body }
      asked.push(call)
      const data = answer(call)
      if (data instanceof Response) return data
      return new Response(JSON.stringify({ code: 0, data }), {
        headers: { 'Content-Type': 'application/json' },
      })
    },
  })
  signIn(permissions, facts)
  const root = createRootRoute()
  const route = createRoute({ getParentRoute: () => root, path: '/screen', component: Screen })
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [`/screen${search}`] }),
  })
  const shown = await render(
    <I18nProvider i18n={i18n}>
      <UiProvider skin="campus" direction="ltr">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </UiProvider>
    </I18nProvider>,
  )
  return { asked, shown }
}
