// Issue a card, and all cards (发卡).
import { createFileRoute } from '@tanstack/react-router'
import { watchDoorCardWriting } from '../../app/door-card-writing.ts'
import { DoorCardPage } from '../../features/doors/door-card-page.tsx'

export const Route = createFileRoute('/_map/cardAdd')({
  component: () => <DoorCardPage search={Route.useSearch()} onWatch={watchDoorCardWriting} />,
})
