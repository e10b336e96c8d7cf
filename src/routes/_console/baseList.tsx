// Base stations (基站列表).
import { createFileRoute } from '@tanstack/react-router'
import { baseStationView } from '../../features/indoor/base-station.view.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { listRoute } from '../../resource/list-route.ts'

export const Route = createFileRoute('/_console/baseList')({
  ...listRoute(async () => (await import('../../domain/indoor/indoor.ts')).baseStation),
  component: () => <ListPage view={baseStationView} />,
})
