// The panel of one alarm: what and where, who has it, its story, a word of one's own.
import { Trans } from '@lingui/react/macro'
import { Elapsed } from '../../ui/age.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { AlarmComment } from './alarm-comment.tsx'
import { WhatAndWhere, WhoAndHow } from './alarm-facts.tsx'
import type { AlarmRow } from './alarm-row.ts'
import { AlarmStory } from './alarm-story.tsx'
import { AlarmTexts } from './alarm-texts.tsx'
import { ResponseOf } from './response-slot.tsx'
import { DeviceTestNote } from './test-note.tsx'
import { WaitingNote } from './waiting-note.tsx'

export function AlarmPeek({ row }: { row: AlarmRow }) {
  return (
    <>
      <PeekSection
        title={<Trans>What and where</Trans>}
        aside={row.status !== 'handled' && <Elapsed since={row.raisedAt} />}
      >
        <WaitingNote id={row.id} />
        {row.status !== 'handled' && <DeviceTestNote about={{ deviceId: row.deviceId, type: row.type }} />}
        <WhatAndWhere row={row} />
      </PeekSection>
      <ResponseOf row={row} place="panel" />
      <PeekSection title={<Trans>Who has it</Trans>}>
        <WhoAndHow row={row} />
      </PeekSection>
      <PeekSection title={<Trans>Timeline</Trans>}>
        <AlarmStory row={row} />
        <AlarmTexts id={row.id} />
        <AlarmComment row={row} />
      </PeekSection>
    </>
  )
}
