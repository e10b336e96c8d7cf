// One room beside its building: what is the matter with it, then its people.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { FrontRoom } from '../../contract/endpoints/community.ts'
import { Icon } from '../../ui/icons.tsx'
import { PeekPanel } from '../../ui/peek-panel.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { useAlarmWord } from './alarm-type-words.ts'
import { RoomPeople } from './room-people.tsx'
import { roomKindWords, roomStateWords } from './room-words.ts'

interface RoomPeekProps {
  room: FrontRoom
  building: string
  unit: string
  onClose: () => void
}

export function RoomPeek({ room, building, unit, onClose }: RoomPeekProps) {
  const { i18n, t } = useLingui()
  const alarmWord = useAlarmWord()
  const state = roomStateWords[room.state]
  return (
    <PeekPanel
      icon="home"
      title={`${building} ${unit} ${room.roomNo}`}
      subtitle={
        <>
          {t`Floor ${room.floorNo}`} · {i18n._(roomKindWords[room.kind])}
        </>
      }
      badges={
        <SeverityBadge tone={state.tone}>
          {room.alarm ? alarmWord(room.alarm) : i18n._(state.label)}
        </SeverityBadge>
      }
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="edit" />}
          component="a"
          href={`#/roomManagement?open=${room.id}`}
        >
          <Trans>Open the room</Trans>
        </Button>
      }
      onClose={onClose}
    >
      <RoomPeople id={room.id} />
    </PeekPanel>
  )
}
