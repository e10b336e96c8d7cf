// Pages inside the console's frame: only those in the person's navigation list exist.
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { admit } from '../app/admit.ts'
import { ConsoleFrame } from '../app/shell/console-frame.tsx'
import { RefusedPage } from '../app/shell/refused-page.tsx'
import { getSession } from '../platform/session-store.ts'

export const Route = createFileRoute('/_console')({
  beforeLoad: ({ location }): void => admit(location),
  // A wall has nothing around it, and no session that anything could be of.
  component: () => (getSession() ? <ConsoleFrame /> : <Outlet />),
  notFoundComponent: ({ data }) => (
    <ConsoleFrame>
      <RefusedPage reason={data} />
    </ConsoleFrame>
  ),
})
