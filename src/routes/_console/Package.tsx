// Packages (套餐管理).
import { createFileRoute } from '@tanstack/react-router'
import { simPackage } from '../../domain/billing/sim-package.ts'
import { simPackageView } from '../../features/billing/cards/sim-package.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/query.ts'

export const Route = createFileRoute('/_console/Package')({
  ...listRoute(simPackage),
  component: () => <ListPage view={simPackageView} />,
})
