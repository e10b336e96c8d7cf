// The root (title: home) leads to the first allowed child.
import { createFileRoute, redirect } from '@tanstack/react-router'
import { hostMenu } from '../../app/admit.ts'
import { landingOf } from '../../app/gate.ts'
import { NoNavigationPage } from '../../app/shell/no-navigation-page.tsx'

export const Route = createFileRoute('/_console/')({
  beforeLoad: ({ context: { pages } }) => {
    const landing = landingOf(hostMenu(), pages.isBuilt)
    if (landing) throw redirect({ href: landing, replace: true })
  },
  component: NoNavigationPage,
})
