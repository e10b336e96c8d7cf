// The identity provider of the tenant (身份提供方).
import { createFileRoute } from '@tanstack/react-router'
import { IdentityProviderPage } from '../../features/identity/identity-provider-page.tsx'

export const Route = createFileRoute('/_console/identityProvider')({
  component: () => <IdentityProviderPage />,
})
