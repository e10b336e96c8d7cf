// Invitation (接受邀请): `code` is that of the link.
import { createFileRoute } from '@tanstack/react-router'
import { JoinScreen } from '../app/join-screen.tsx'

export const Route = createFileRoute('/join')({
  validateSearch: (raw: Record<string, unknown>): { code?: string } =>
    typeof raw.code === 'string' ? { code: raw.code } : {},
  component: () => <JoinScreen code={Route.useSearch().code} />,
})
