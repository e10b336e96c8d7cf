// Management hub (综合管理).
import { createFileRoute } from '@tanstack/react-router'
import { HubPage } from '../../features/site/hub-page.tsx'

export const Route = createFileRoute('/_map/management1')({ component: HubPage })
