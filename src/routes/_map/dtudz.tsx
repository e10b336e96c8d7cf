// DTU relay (DTU电灶).
import { createFileRoute } from '@tanstack/react-router'
import { alarmView } from '../../features/alarms/alarm.view.tsx'
import { ReadingPage } from '../../features/devices/readings/reading-page.tsx'
import { readReadingSearch } from '../../features/devices/readings/reading-search.ts'
import { RelatedViews } from '../../resource/related-views.tsx'

export const Route = createFileRoute('/_map/dtudz')({
  component: () => (
    <RelatedViews views={[alarmView]}>
      <ReadingPage variant="dtu" search={readReadingSearch(Route.useSearch())} />
    </RelatedViews>
  ),
})
