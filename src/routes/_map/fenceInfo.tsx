// Fence detail (围栏详情).
import { createFileRoute } from '@tanstack/react-router'
import { FenceInfoPage } from '../../features/fences/fence-info-page.tsx'
import { readFenceInfoSearch } from '../../features/fences/fence-search.ts'

export const Route = createFileRoute('/_map/fenceInfo')({
  component: () => <FenceInfoPage search={readFenceInfoSearch(Route.useSearch())} />,
})
