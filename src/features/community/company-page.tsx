// Property companies, and which communities they run from when to when. Which of them stands in the address.
import { ListPage } from '../../resource/list-page.tsx'
import type { View } from '../../resource/view.ts'
import { companyCommunityView } from './property.view.tsx'

const runs = { tab: 'runs' }

export function CompanyPage({ view, search }: { view: View; search: Readonly<Record<string, unknown>> }) {
  if (search.tab === 'runs') return <ListPage key="runs" view={companyCommunityView} kept={runs} />
  return <ListPage view={view} />
}
