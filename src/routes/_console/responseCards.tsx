// Response cards (处置卡): what to do about which alarm.
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { CardsPage } from '../../features/response/cards-page.tsx'

export const Route = createFileRoute('/_console/responseCards')({
  ...entityRoute('responseCard'),
  component: CardsPage,
})
