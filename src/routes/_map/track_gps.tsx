// GPS track (GPS轨迹).
import { createFileRoute } from '@tanstack/react-router'
import { mapRoute } from '../../app/map-route.ts'
import { typeWords } from '../../features/alarms/alarm-words.ts'
import { DevicePicker } from '../../features/devices/device-picker.tsx'
import { TrackPage } from '../../features/tracking/playback/track-page.tsx'
import { readTrackSearch } from '../../features/tracking/playback/track-search.ts'

export const Route = createFileRoute('/_map/track_gps')({
  ...mapRoute(),
  component: () => {
    const search = readTrackSearch(Route.useSearch())
    return <TrackPage variant="gps" search={search} Picker={DevicePicker} alarmWords={typeWords} />
  },
})
