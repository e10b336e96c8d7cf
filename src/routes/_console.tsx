// Pages inside the console's frame: only those in the person's navigation list exist.
import { createFileRoute } from '@tanstack/react-router'
import { admit } from '../app/admit.ts'
import { ConsoleFrame } from '../app/shell/console-frame.tsx'
import { RefusedPage } from '../app/shell/refused-page.tsx'

export const Route = createFileRoute('/_console')({
  beforeLoad: ({ location }): void => admit(location),
  component: () => <ConsoleFrame />,
  notFoundComponent: ({ data }) => (
    <ConsoleFrame>
      <RefusedPage reason={data} />
    </ConsoleFrame>
  ),
})
