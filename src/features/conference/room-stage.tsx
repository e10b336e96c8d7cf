// The pictures of a room: whoever speaks large, some of the others small below; in a voice room a tile for each.
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { smallTiles } from '../../domain/conference/members.ts'
import type { RoomMember } from '../../platform/conference/port.ts'
import { List } from '../../ui/kit/parts.tsx'
import { useScreen } from '../../ui/pointer.ts'
import type { RoomDriver, RoomView } from './room.driver.ts'
import { RoomTile } from './room-tile.tsx'

/** Small tiles in a row: more of them would be too small to see who it is. */
const ROOM = { desktop: 5, tablet: 4, phone: 3 } as const

export interface RoomStageProps {
  driver: RoomDriver
  view: RoomView
  /** One of several rooms on the page. */
  compact: boolean
  now: () => number
  /** Photos may be kept here. */
  snaps: boolean
}

export function RoomStage({ driver, view, compact, now, snaps }: RoomStageProps) {
  const { t } = useLingui()
  const screen = useScreen()
  const { members, own } = view
  const places = ROOM[compact ? 'phone' : screen]
  const small = smallTiles(members, places)
  const big = members.list.find(({ key }) => key === members.big)
  const tile = (member: RoomMember, style: CSSProperties, isBig: boolean) => (
    <RoomTile
      key={member.key}
      driver={driver}
      member={member}
      big={isBig}
      narrow={!isBig && (compact || screen === 'phone')}
      pinned={members.pinned === member.key}
      snaps={snaps}
      voiceOnly={own.voiceOnly}
      own={own}
      health={view.pictures.get(member.key)}
      line={view.health}
      now={now}
      style={style}
    />
  )
  if (own.voiceOnly)
    return (
      <List
        stack
        content="start"
        tiles="small"
        gap={3}
        pad={4}
        grow
        shrinkDown
        scroll="y"
        aria-label={t`Participants`}
        style={{ gridAutoRows: '140px' }}
      >
        {members.list.map(member => tile(member, {}, false))}
      </List>
    )
  // One list for all: a picture that becomes the big one stays the same element, and goes on without a gap.
  return (
    <List
      stack
      gap={compact || screen === 'phone' ? 2 : 3}
      pad={compact || screen === 'phone' ? 2 : 4}
      grow
      shrink
      shrinkDown
      cols={`repeat(${places}, minmax(0, 1fr))`}
      aria-label={t`Participants' pictures`}
      style={{
        gridTemplateRows: 'minmax(0, 1fr)',
        gridAutoRows: compact || screen === 'phone' ? '96px' : 'clamp(96px, 13vh, 132px)',
      }}
    >
      {members.list.flatMap(member => {
        if (member === big) return [tile(member, { gridArea: '1 / 1 / 2 / -1' }, true)]
        const at = small.indexOf(member)
        return at < 0 ? [] : [tile(member, { gridArea: `2 / ${at + 1} / 3 / ${at + 2}` }, false)]
      })}
    </List>
  )
}
