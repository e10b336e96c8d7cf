// Photos (照片管理), and judging them one after the other.
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { MediaPage } from '../../features/media/media-page.tsx'
import { readMediaSearch } from '../../features/media/media-search.ts'

export const Route = createFileRoute('/_console/picture')({
  ...entityRoute('photo'),
  component: () => (
    <MediaPage of="photo" view={Route.useLoaderData()} search={readMediaSearch(Route.useSearch())} />
  ),
})
