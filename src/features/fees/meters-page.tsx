// Meters, the round from one to the next, readings and tariffs. Which of them stands in the address.
import { ListPage } from '../../resource/list-page.tsx'
import { useRights } from '../../resource/surroundings.ts'
import type { View } from '../../resource/view.ts'
import { Forbidden } from '../../ui/states.tsx'
import { meterReadingView } from './meter-reading.view.tsx'
import { RoundPage } from './round-page.tsx'
import { tariffView } from './tariff.view.tsx'

const readings = { tab: 'readings' }
const tariffs = { tab: 'tariffs' }

export function MetersPage({ view, search }: { view: View; search: Readonly<Record<string, unknown>> }) {
  const may = useRights()
  if (search.tab === 'readings') return <ListPage key="readings" view={meterReadingView} kept={readings} />
  if (search.tab === 'tariffs') return <ListPage key="tariffs" view={tariffView} kept={tariffs} />
  if (search.tab === 'round') return may('meterReading.save') ? <RoundPage /> : <Forbidden />
  return <ListPage view={view} />
}
