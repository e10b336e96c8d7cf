// Delivery: which doors have which advertisement, the campaigns behind it, the proof of play. Which of them stands in the address.
import { ListPage } from '../../resource/list-page.tsx'
import type { View } from '../../resource/view.ts'
import { campaignView } from './campaign.view.tsx'
import { figureView } from './figure.view.tsx'

const campaigns = { tab: 'campaigns' }
const figures = { tab: 'figures' }

export function DeliveryPage({ view, search }: { view: View; search: Readonly<Record<string, unknown>> }) {
  if (search.tab === 'campaigns') return <ListPage key="campaigns" view={campaignView} kept={campaigns} />
  if (search.tab === 'figures') return <ListPage key="figures" view={figureView} kept={figures} />
  return <ListPage view={view} />
}
