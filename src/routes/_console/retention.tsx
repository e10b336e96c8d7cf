// Retention (数据保留).
import { createFileRoute } from '@tanstack/react-router'
import { RetentionPage } from '../../features/retention/retention-page.tsx'

export const Route = createFileRoute('/_console/retention')({ component: () => <RetentionPage /> })
