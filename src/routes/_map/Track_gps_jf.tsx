// Monitored person's track (监管轨迹).
import { createFileRoute } from '@tanstack/react-router'
import { mapRoute } from '../../app/map-route.ts'
import { typeWords } from '../../features/alarms/alarm-words.ts'
import { PersonChoice, PersonPicker } from '../../features/supervision/person-choice.tsx'
import { TrackPage } from '../../features/tracking/playback/track-page.tsx'
import { readTrackSearch } from '../../features/tracking/playback/track-search.ts'

export const Route = createFileRoute('/_map/Track_gps_jf')({
  ...mapRoute(),
  component: () => {
    const search = readTrackSearch(Route.useSearch())
    return (
      <TrackPage
        variant="supervision"
        search={search}
        Picker={PersonPicker}
        Choice={PersonChoice}
        alarmWords={typeWords}
      />
    )
  },
})
