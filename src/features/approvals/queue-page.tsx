// What waits for a person's approval: one after the other on a phone, list and text side by side on a wide screen, by keyboard,
// and from a notification straight to the case.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpenedCase } from '../../contract/endpoints/approval.ts'
import type { ApprovalKind } from '../../domain/approval/kinds.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { kindWords } from './approval-words.ts'
import { CaseDesk } from './case-desk.tsx'
import { type DelayedAct, useDelayedAct } from './delayed-act.ts'
import { useQueueKeys } from './queue-keys.ts'
import { caseOptions, queueOptions } from './queue-query.ts'

interface QueuePageProps {
  title: string
  /** Only what is of this kind. */
  kind?: ApprovalKind
  /** The case that the address names. */
  named: number | undefined
  onName: (id: number | undefined) => void
  /** Address of the list of all cases. */
  all: string
}

export function QueuePage(props: QueuePageProps) {
  const may = useRights()
  return may('approvalCase.decide') ? <Queue {...props} /> : <Forbidden />
}

function Queue({ title, kind, named, onName, all }: QueuePageProps) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const queue = useQuery(queueOptions(kind))
  const act = useDelayedAct()
  // Also where the decision that is taken back was the last: the desk is gone then.
  useQueueKeys({ undo: act.undo })
  const waiting = queue.data?.filter(({ row }) => !act.isDecided(row)) ?? []
  const listed = waiting.find(({ row }) => row.id === named)
  // From a notification, also to what is decided or not theirs.
  const single = useQuery({ ...caseOptions(named ?? 0), enabled: named !== undefined && !listed })
  // While what the address names is on its way no other case stands in its place: somebody might decide on that one.
  const isComing = named !== undefined && !listed && single.isPending && single.fetchStatus === 'fetching'
  const first = isComing ? undefined : waiting[0]
  const shown = listed ?? (single.data && !act.isDecided(single.data.row) ? single.data : first)
  const place = waiting.findIndex(({ row }) => row.id === shown?.row.id)
  const go = (by: 1 | -1) => {
    const next = waiting[place + by]
    if (next) onName(next.row.id)
  }
  const head = (
    <PageHead
      title={title}
      count={queue.data && waiting.length}
      end={
        <Button component="a" href={all} variant="default" leftSection={<Icon name="list" />}>
          {t`All cases`}
        </Button>
      }
    >
      {(!online || queue.isError) && queue.data && <StaleBadge at={queue.dataUpdatedAt} />}
    </PageHead>
  )
  if (!queue.data)
    return (
      <PageFrame scrolls>
        {head}
        {queue.isError ? (
          <ErrorState what={i18n._(wordsForError(queue.error))} onRetry={() => void queue.refetch()} />
        ) : (
          <Loading variant="detail" />
        )}
      </PageFrame>
    )
  return (
    <PageFrame scrolls>
      {head}
      {act.waiting && <UndoLine act={act} />}
      {shown ? (
        <Desk
          waiting={waiting}
          shown={shown}
          place={place}
          act={act}
          onGo={go}
          onChoose={onName}
          onDone={() => onName(waiting[place + 1]?.row.id ?? waiting[place - 1]?.row.id)}
        />
      ) : named !== undefined && single.isError ? (
        <ErrorState what={i18n._(wordsForError(single.error))} onRetry={() => void single.refetch()} />
      ) : named !== undefined && single.isPending && single.fetchStatus !== 'idle' ? (
        <Loading variant="detail" />
      ) : (
        <Empty
          icon="check"
          title={t`Nothing waits for your approval`}
          why={<Trans>New requests appear here automatically.</Trans>}
        />
      )}
      <Text as="p" className="gh-hidden" role="status">
        {t`${waiting.length} pending`}
      </Text>
    </PageFrame>
  )
}

/** Five seconds to take a decision back. */
function UndoLine({ act }: { act: DelayedAct }) {
  const { t } = useLingui()
  if (!act.waiting) return null
  const { title, verdict } = act.waiting
  return (
    <Row gap={3} pad={3} soft="info" round="control" role="status" wrap>
      <Icon name={verdict === 'approve' ? 'check' : 'undo'} />
      <Text grow shrink breaks>
        {verdict === 'approve' ? (
          <Trans>You approve: {title}</Trans>
        ) : verdict === 'return' ? (
          <Trans>You return: {title}</Trans>
        ) : (
          <Trans>You reject: {title}</Trans>
        )}
      </Text>
      <Button variant="default" onClick={act.undo} rightSection={<kbd>U</kbd>}>
        {t`Undo`}
      </Button>
    </Row>
  )
}

interface DeskProps {
  waiting: readonly OpenedCase[]
  shown: OpenedCase
  place: number
  act: DelayedAct
  onGo: (by: 1 | -1) => void
  onChoose: (id: number) => void
  onDone: () => void
}

function Desk({ waiting, shown, place, act, onGo, onChoose, onDone }: DeskProps) {
  const { t } = useLingui()
  const wide = useScreen() === 'desktop'
  const online = useOnline()
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const { row } = shown
  const [last, setLast] = useState(row.id)
  // What was written for one case is not said of the next.
  if (last !== row.id) {
    setLast(row.id)
    setReason('')
    setAsked(false)
  }
  const may = shown.mine !== null && online && !act.isDecided(row)
  const decide = (verdict: 'approve' | 'return' | 'reject') => {
    if (!may) return
    if (verdict !== 'approve' && reason.trim() === '') {
      setAsked(true)
      return
    }
    act.decide({ id: row.id, version: row.version, title: row.title, verdict, reason: reason.trim() })
    onDone()
  }
  useQueueKeys({
    next: () => onGo(1),
    previous: () => onGo(-1),
    approve: () => decide('approve'),
    return: () => decide('return'),
  })
  const desk = (
    <CaseDesk
      key={row.id}
      opened={shown}
      reason={reason}
      asked={asked}
      may={may}
      online={online}
      onReason={next => {
        setReason(next)
        setAsked(false)
      }}
      onDecide={decide}
    />
  )
  const steps = place >= 0 && waiting.length > 1 && (
    <Row gap={1} align="center">
      <Text size="small" tone="ink-2" grow>
        <Trans>
          {place + 1} of {waiting.length}
        </Trans>
      </Text>
      <IconButton icon="up" label={t`Previous item`} disabled={place <= 0} onClick={() => onGo(-1)} />
      <IconButton
        icon="down"
        label={t`Next item`}
        disabled={place >= waiting.length - 1}
        onClick={() => onGo(1)}
      />
    </Row>
  )
  if (!wide)
    return (
      <Stack gap={3}>
        {steps}
        {desk}
      </Stack>
    )
  return (
    <Stack cols="minmax(240px, 320px) minmax(0, 1fr)" gap={4} align="start">
      <Box stuck="top">
        {steps}
        <QueueList waiting={waiting} at={row.id} onChoose={onChoose} />
        <Text as="p" size="caption" tone="ink-3" above={3}>
          <Trans>Keys: J and K go on and back, A approves, R returns, U takes back.</Trans>
        </Text>
      </Box>
      {desk}
    </Stack>
  )
}

interface QueueListProps {
  waiting: readonly OpenedCase[]
  at: number
  onChoose: (id: number) => void
}

function QueueList({ waiting, at, onChoose }: QueueListProps) {
  const { i18n, t } = useLingui()
  return (
    <List stack gap={1} aria-label={t`Waits for you`}>
      {waiting.map(({ row, mine }) => (
        <li key={row.id}>
          <button
            type="button"
            className={look({
              bare: true,
              stack: true,
              gap: 1,
              wide: true,
              pad: 3,
              round: 'control',
              edge: 'line',
              text: 'start',
              pointer: true,
              ground: row.id === at ? 'selected' : 'surface',
            })}
            aria-current={row.id === at}
            onClick={() => onChoose(row.id)}
          >
            <Text strong breaks dir="auto">
              {row.title}
            </Text>
            <Text size="small" tone="ink-2" breaks>
              {i18n._(kindWords[row.kind].label)} · <bdi>{row.applicantName}</bdi> · <Age at={row.askedAt} />
            </Text>
            {mine?.forName && (
              <Text size="small" tone="accent">
                <Trans>For {mine.forName}</Trans>
              </Text>
            )}
          </button>
        </li>
      ))}
    </List>
  )
}
