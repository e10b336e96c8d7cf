// The store: its items, what came and went, what is kept for plans. Which of them stands in the address.
import { ListPage } from '../../resource/list-page.tsx'
import type { View } from '../../resource/view.ts'
import { stockMovementView } from './stock-movement.view.tsx'
import { stockReservationView } from './stock-reservation.view.tsx'

const movements = { tab: 'movements' }
const kept = { tab: 'kept' }

export function StorePage({ view, search }: { view: View; search: Readonly<Record<string, unknown>> }) {
  if (search.tab === 'movements')
    return <ListPage key="movements" view={stockMovementView} kept={movements} />
  if (search.tab === 'kept') return <ListPage key="kept" view={stockReservationView} kept={kept} />
  return <ListPage view={view} />
}
