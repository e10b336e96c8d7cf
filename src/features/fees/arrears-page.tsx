// What is owed by age, and all bills of rooms. Which of them stands in the address.
import { ListPage } from '../../resource/list-page.tsx'
import { arrearsView, feeBillView } from './fee-bill.view.tsx'

const bills = { tab: 'bills' }

export function ArrearsPage({ search }: { search: Readonly<Record<string, unknown>> }) {
  if (search.tab === 'bills') return <ListPage key="bills" view={feeBillView} kept={bills} />
  return <ListPage key="arrears" view={arrearsView} />
}
