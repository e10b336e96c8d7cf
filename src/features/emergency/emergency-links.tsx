// The way from an emergency to other rooms; composition says which there are.
import { type ComponentType, createContext, useContext } from 'react'
import type { EmergencyRow } from '../../domain/emergency/emergency.ts'
import type { LogEntry } from '../../domain/emergency/emergency-log.ts'

export type LinksPart = ComponentType<{ row: EmergencyRow; entries: readonly LogEntry[] }>

export const EmergencyLinksSlot = createContext<LinksPart | undefined>(undefined)

export function EmergencyLinks(props: { row: EmergencyRow; entries: readonly LogEntry[] }) {
  const Links = useContext(EmergencyLinksSlot)
  return Links && <Links {...props} />
}
