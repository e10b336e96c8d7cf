// The chosen alarm beside the feed: what can be done, where it is, its device as it is now, its story.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { alarm } from '../../domain/alarm/alarm.ts'
import { device } from '../../domain/device/device.ts'
import { permissionFor } from '../../domain/entity.ts'
import { useActions } from '../../resource/actions.tsx'
import { valueNode } from '../../resource/cells.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { ActionButtons } from '../../resource/peek.tsx'
import { rowOptions } from '../../resource/query.ts'
import { useRelatedView } from '../../resource/related-views.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Card, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { AlarmBadges } from './alarm-badges.tsx'
import { AlarmComment } from './alarm-comment.tsx'
import { WhatAndWhere, WhoAndHow } from './alarm-facts.tsx'
import { AlarmLinks, useGo } from './alarm-links.tsx'
import type { AlarmRow } from './alarm-row.ts'
import { detailPath } from './alarm-search.ts'
import { AlarmStory } from './alarm-story.tsx'
import { AlarmTexts } from './alarm-texts.tsx'
import { iconOf, typeWords } from './alarm-words.ts'
import { ResponseOf } from './response-slot.tsx'
import { DeviceTestNote } from './test-note.tsx'
import { WaitingNote } from './waiting-note.tsx'

interface LiveDetailProps {
  id: number
  /** The row as the feed has it. */
  listed: AlarmRow | undefined
}

export function LiveDetail({ id, listed }: LiveDetailProps) {
  const { i18n } = useLingui()
  const query = useQuery({ ...rowOptions(alarm, id), enabled: listed === undefined })
  const row = listed ?? query.data
  if (row) return <Detail row={row} />
  if (query.isError) {
    return <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
  }
  return <Loading variant="detail" />
}

function Detail({ row }: { row: AlarmRow }) {
  const { i18n, t } = useLingui()
  const { actionsFor } = useActions()
  const go = useGo()
  return (
    <>
      <Stack as="header" gap={2}>
        <Row as="h2" gap={2} size="lead" strong>
          <Icon name={iconOf(row.type)} size={22} /> {i18n._(typeWords[row.type])}
          <Text pushed>
            <IconButton
              icon="expand"
              label={t`Open the full page`}
              {...withoutHref(go(detailPath(row.id)))}
            />
          </Text>
        </Row>
        <Row wrap gap={2}>
          <AlarmBadges row={row} />
        </Row>
        <Row wrap gap={2}>
          <AlarmLinks row={row} />
          <ActionButtons actions={actionsFor([row])} />
        </Row>
      </Stack>
      <WaitingNote id={row.id} />
      {row.status !== 'handled' && <DeviceTestNote about={{ deviceId: row.deviceId, type: row.type }} />}
      <ResponseOf row={row} place="page" />
      <Stack align="start" gap={3} tiles="large">
        <Part title={<Trans>What and where</Trans>}>
          <WhatAndWhere row={row} />
        </Part>
        <DeviceNow id={row.deviceId} />
        <Part title={<Trans>Who has it</Trans>}>
          <WhoAndHow row={row} />
        </Part>
        <Part title={<Trans>Timeline</Trans>}>
          <AlarmStory row={row} />
          <AlarmTexts id={row.id} />
          <AlarmComment row={row} />
        </Part>
      </Stack>
    </>
  )
}

const withoutHref = ({ onClick }: ReturnType<ReturnType<typeof useGo>>) => ({ onClick })

const shown = [
  'state',
  'battery',
  'signal',
  'lastMessageAt',
  'responsibleName',
  'responsiblePhone',
  'groupName',
]

/** The device as it is now, in the words of its own view, which the route has brought along. */
function DeviceNow({ id }: { id: number }) {
  const { i18n } = useLingui()
  const may = useRights()
  const view = useRelatedView(device.key)
  const { data } = useQuery({ ...rowOptions(device, id), enabled: may(permissionFor(device, 'read')) })
  if (!view || !data) return null
  return (
    <Part title={<Trans>The device now</Trans>}>
      <Facts
        facts={view.columns
          .filter(column => shown.includes(column.of))
          .map(column => ({
            id: column.of,
            label: i18n._(column.label),
            value: valueNode(view, column, { ...data }, i18n),
          }))}
      />
    </Part>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Card as="section">
      <SectionTitle as="h3" below={2}>
        {title}
      </SectionTitle>
      {children}
    </Card>
  )
}
