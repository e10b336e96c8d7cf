// Videos (视频管理), and judging them one after the other.
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { MediaPage } from '../../features/media/media-page.tsx'
import { readMediaSearch } from '../../features/media/media-search.ts'

export const Route = createFileRoute('/_console/videoManage')({
  ...entityRoute('video'),
  component: () => (
    <MediaPage of="video" view={Route.useLoaderData()} search={readMediaSearch(Route.useSearch())} />
  ),
})
