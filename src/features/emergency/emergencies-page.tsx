// The list of emergencies, or the room of one: told apart by the address.
import * as z from 'zod/mini'
import { ListPage } from '../../resource/list-page.tsx'
import { emergencyView } from './emergency.view.tsx'
import { EmergencyRoom } from './emergency-room.tsx'

const whole = z.int().check(z.positive())

export function EmergenciesPage({ search }: { search: Readonly<Record<string, unknown>> }) {
  const one = whole.safeParse(search.emergency)
  return one.success ? <EmergencyRoom key={one.data} id={one.data} /> : <ListPage view={emergencyView} />
}
