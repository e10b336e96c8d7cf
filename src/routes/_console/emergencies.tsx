// Emergencies (应急事件), and the room of each.
import { createFileRoute } from '@tanstack/react-router'
import { EmergencyWays } from '../../app/emergency-ways.tsx'
import { EmergenciesPage } from '../../features/emergency/emergencies-page.tsx'
import { EmergencyLinksSlot } from '../../features/emergency/emergency-links.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/emergencies')({
  ...listRoute(async () => (await import('../../domain/emergency/emergency.ts')).emergency),
  component: () => (
    <EmergencyLinksSlot value={EmergencyWays}>
      <EmergenciesPage search={Route.useSearch()} />
    </EmergencyLinksSlot>
  ),
})
