// On-duty staff (值班人员).
import { createFileRoute } from '@tanstack/react-router'
import { RosterPage } from '../../features/duty/roster-page.tsx'

export const Route = createFileRoute('/_map/dutyUser')({ component: RosterPage })
