// Site management (工地管理).
import { createFileRoute } from '@tanstack/react-router'
import { ManagersPage } from '../../features/people/managers-page.tsx'

export const Route = createFileRoute('/_map/index4manager')({ component: ManagersPage })
