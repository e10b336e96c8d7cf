// One part of the room of an emergency: a card with its title.
import type { ReactNode } from 'react'
import type { EmergencyLog } from '../../contract/endpoints/emergency.ts'
import type { EmergencyRow } from '../../domain/emergency/emergency.ts'
import { Box, Row, SectionTitle } from '../../ui/kit/parts.tsx'

/** What each part is about. */
export interface RoomPart {
  row: EmergencyRow
  log: EmergencyLog
}

interface RoomCardProps {
  /** For the name of the region. */
  name: string
  title?: ReactNode
  /** At the end of the title's line. */
  aside?: ReactNode
  children: ReactNode
}

export function RoomCard({ name, title = name, aside, children }: RoomCardProps) {
  return (
    <Box as="section" card aria-label={name}>
      <Row wrap justify="between" align="baseline" gap={2} below={3}>
        <SectionTitle>{title}</SectionTitle>
        {aside}
      </Row>
      {children}
    </Box>
  )
}
