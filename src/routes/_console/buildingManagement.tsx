// Buildings (楼栋管理).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { typeWords } from '../../features/alarms/alarm-words.ts'
import { BuildingPage } from '../../features/community/building-page.tsx'
import { occupancyView } from '../../features/living/occupancy.view.tsx'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_console/buildingManagement')({
  ...entityRoute('building'),
  component: () => (
    <RelatedViews views={[occupancyView]}>
      <BuildingPage view={Route.useLoaderData()} search={Route.useSearch()} alarmWords={typeWords} />
    </RelatedViews>
  ),
})
