// Recordings (录像列表), and one of them played.
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { RecordingsPage, readRecordingsSearch } from '../../features/recordings/recordings-page.tsx'

export const Route = createFileRoute('/_console/VCRList')({
  ...entityRoute('recording'),
  component: () => (
    <RecordingsPage view={Route.useLoaderData()} search={readRecordingsSearch(Route.useSearch())} />
  ),
})
