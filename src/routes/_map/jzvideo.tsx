// Recorder video (执法视频), and one of them played.
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { RecorderPage } from '../../features/recordings/recorder-page.tsx'
import { readRecordingsSearch } from '../../features/recordings/recordings-page.tsx'

export const Route = createFileRoute('/_map/jzvideo')({
  ...entityRoute('recording'),
  component: () => (
    <RecorderPage view={Route.useLoaderData()} search={readRecordingsSearch(Route.useSearch())} />
  ),
})
