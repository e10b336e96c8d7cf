// Where an alarm shows its response card, which is another room's: the route says how it looks.
import { type ComponentType, createContext, useContext } from 'react'
import type { AlarmRow } from './alarm-row.ts'

/** `panel`: a section of a panel; `page`: a card of its own. */
export type ResponsePart = ComponentType<{ row: AlarmRow; place: 'panel' | 'page' }>

export const ResponseSlot = createContext<ResponsePart | undefined>(undefined)

export function ResponseOf(props: { row: AlarmRow; place: 'panel' | 'page' }) {
  const Response = useContext(ResponseSlot)
  return Response && <Response {...props} />
}
