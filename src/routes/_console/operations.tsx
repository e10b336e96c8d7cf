// Operations (系统运行).
import { createFileRoute } from '@tanstack/react-router'
import { OperationsPage } from '../../features/operations/operations-page.tsx'

export const Route = createFileRoute('/_console/operations')({
  component: () => <OperationsPage />,
})
