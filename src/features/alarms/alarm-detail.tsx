// One alarm as a page of its own, under an address that can be sent to somebody.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { codes } from '../../contract/errors.ts'
import { alarm } from '../../domain/alarm/alarm.ts'
import { RequestError } from '../../platform/request-error.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { HoldButton } from '../../resource/hold-button.tsx'
import { ActionButtons } from '../../resource/peek.tsx'
import { rowOptions } from '../../resource/query.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Elapsed } from '../../ui/age.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Center, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { alarmView } from './alarm.view.tsx'
import { AlarmBadges } from './alarm-badges.tsx'
import { AlarmComment } from './alarm-comment.tsx'
import css from './alarm-detail.module.css'
import { WhatAndWhere, WhoAndHow } from './alarm-facts.tsx'
import { AlarmLinks } from './alarm-links.tsx'
import type { AlarmRow } from './alarm-row.ts'
import { AlarmStory } from './alarm-story.tsx'
import { AlarmTexts } from './alarm-texts.tsx'
import { iconOf, typeWords } from './alarm-words.ts'
import { ResponseOf } from './response-slot.tsx'
import { DeviceTestNote } from './test-note.tsx'
import { WaitingNote } from './waiting-note.tsx'

interface AlarmDetailProps {
  id: number
  /** The map of its place. */
  Place?: ComponentType<{ row: AlarmRow }> | undefined
}

export function AlarmDetail({ id, Place }: AlarmDetailProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  const query = useQuery(rowOptions(alarm, id))
  const row = query.data
  if (row) {
    return (
      <ActionsProvider view={alarmView}>
        <Detail row={row} stale={!online || query.isError ? query.dataUpdatedAt : undefined} Place={Place} />
      </ActionsProvider>
    )
  }
  if (!query.isError) return <Loading variant="detail" />
  const { error } = query
  if (error instanceof RequestError && error.code === codes.forbidden) return <Forbidden />
  if (error instanceof RequestError && error.id === 'row.unknown') {
    return (
      <Empty
        page
        icon="bell"
        title={<Trans>There is no such alarm</Trans>}
        why={<Trans>The link may be old, or the alarm belongs to another company.</Trans>}
        action={
          <a className={look({ tone: 'accent' })} href="#/AlarmHistory">
            <Trans>Go to the alarms</Trans>
          </a>
        }
      />
    )
  }
  return <ErrorState page what={i18n._(wordsForError(error))} onRetry={() => void query.refetch()} />
}

interface DetailProps extends Pick<AlarmDetailProps, 'Place'> {
  row: AlarmRow
  stale: number | undefined
}

function Detail({ row, stale, Place }: DetailProps) {
  const { i18n } = useLingui()
  const { actionsFor } = useActions()
  return (
    <Stack as="article" content="start" gap={3} grow shrink pad={5} scroll="y" atMost="page" tightOnPhone>
      <BackLink href="#/AlarmHistory">
        <Trans>All alarms</Trans>
      </BackLink>
      <Row as="header" wrap align="start" gap={3}>
        <Center as="span" soft={row.severity} round="card" square={12}>
          <Icon name={iconOf(row.type)} size={28} />
        </Center>
        <Stack gap={1} shrink grows="large">
          <Text as="h1" size="title" strong>
            {i18n._(typeWords[row.type])}{' '}
            <Text plain tone="ink-3">
              #{row.id}
            </Text>
          </Text>
          <Text as="p" tone="ink-2" breaks>
            {row.wearerName && (
              <>
                <bdi>{row.wearerName}</bdi>
                {' · '}
              </>
            )}
            <bdi>{row.deviceName}</bdi>
            {row.place && (
              <>
                {' · '}
                <bdi>{row.place}</bdi>
              </>
            )}
          </Text>
          <Row wrap gap={2}>
            <AlarmBadges row={row} />
            {row.status !== 'handled' && (
              <Text size="small" tone="ink-2">
                <Elapsed since={row.raisedAt} />
              </Text>
            )}
            {stale !== undefined && <StaleBadge at={stale} />}
          </Row>
        </Stack>
        <Row wrap gap={2} className={css.actions}>
          <AlarmLinks row={row} />
          <HoldButton thing={{ kind: 'alarm', subjectId: row.id, around: true }} />
          <ActionButtons actions={actionsFor([row])} />
        </Row>
      </Row>
      <WaitingNote id={row.id} />
      {row.status !== 'handled' && <DeviceTestNote about={{ deviceId: row.deviceId, type: row.type }} />}
      <Stack align="start" gap={3} cols="minmax(0, 3fr) minmax(280px, 2fr)" oneOnTablet>
        <Stack gap={3} shrink>
          <ResponseOf row={row} place="page" />
          <Card title={<Trans>Timeline</Trans>}>
            <AlarmStory row={row} />
            <AlarmTexts id={row.id} />
            <AlarmComment row={row} />
          </Card>
        </Stack>
        <Stack gap={3} className={css.side}>
          <Card title={<Trans>What and where</Trans>}>
            <WhatAndWhere row={row} />
            {Place && <Place row={row} />}
          </Card>
          <Card title={<Trans>Who has it</Trans>}>
            <WhoAndHow row={row} />
          </Card>
        </Stack>
      </Stack>
    </Stack>
  )
}

function Card({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Box as="section" card>
      <SectionTitle below={3}>{title}</SectionTitle>
      {children}
    </Box>
  )
}
