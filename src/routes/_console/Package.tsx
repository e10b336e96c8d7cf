// Packages (套餐管理).
import { createFileRoute } from '@tanstack/react-router'
import { simPackageView } from '../../features/billing/cards/sim-package.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/Package')({
  ...listRoute(async () => (await import('../../domain/billing/sim-package.ts')).simPackage),
  component: () => <ListPage view={simPackageView} />,
})
