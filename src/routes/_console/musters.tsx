// Roll calls (应急清点): the list, and one of them.
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { readMusterSearch } from '../../features/muster/muster-search.ts'
import { MustersPage } from '../../features/muster/musters-page.tsx'

export const Route = createFileRoute('/_console/musters')({
  ...entityRoute('muster'),
  component: () => <MustersPage view={Route.useLoaderData()} shown={readMusterSearch(Route.useSearch())} />,
})
