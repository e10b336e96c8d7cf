// Judging advertisements one after the other: the film, what was measured, pass or fail, by mouse, finger or key.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { advertisement } from '../../domain/advert/advertisement.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { runCommand, showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Column, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { type Advert, AdvertFacts, AdvertVideo } from './advert-peek.tsx'
import { advertisementView } from './advertisement.view.tsx'
import { Length } from './length.tsx'
import { PosterThumb } from './poster-thumb.tsx'
import { useReviewKeys } from './review-keys.ts'

const AT_ONCE = 50
const LOOK_AGAIN_MS = 15_000

export function ReviewPage() {
  const may = useRights()
  return may('advertisement.review') ? <Queue /> : <Forbidden />
}

function Queue() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const list = useQuery({
    ...pageOptions(advertisement, { size: AT_ONCE, sort: 'createdAt', state: ['pending'] }),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const [named, setNamed] = useState<number>()
  const rows = list.data?.list ?? []
  const place = Math.max(
    0,
    rows.findIndex(({ id }) => id === named),
  )
  const row = rows[place]
  const go = (by: number) => setNamed(rows[Math.min(Math.max(0, place + by), rows.length - 1)]?.id)
  return (
    <PageFrame scrolls>
      <PageHead
        title={t({ context: 'page', message: 'Advertisement review' })}
        count={list.data?.total}
        end={
          <Button
            component="a"
            href="#/advertisementManagement"
            variant="default"
            leftSection={<Icon name="list" />}
          >
            {t`All advertisements`}
          </Button>
        }
      >
        {list.data && (!online || list.isError) && <StaleBadge at={list.dataUpdatedAt} />}
      </PageHead>
      {!list.data && list.isError && (
        <ErrorState what={i18n._(wordsForError(list.error))} onRetry={() => void list.refetch()} />
      )}
      {!list.data && !list.isError && <Loading variant="detail" />}
      {list.data && !row && (
        <Empty
          icon="check"
          title={t`No advertisement waits for a review`}
          why={<Trans>New ones appear here automatically.</Trans>}
        />
      )}
      {row && <Desk key={row.id} row={row} rows={rows} onName={setNamed} onStep={go} />}
    </PageFrame>
  )
}

interface DeskProps {
  row: Advert
  rows: readonly Advert[]
  onName: (id: number) => void
  onStep: (by: number) => void
}

function Desk({ row, rows, onName, onStep }: DeskProps) {
  const wide = useScreen() === 'desktop'
  return (
    <Row align="stretch" gap={5} grow>
      {wide && (
        <Box as="nav" rigid>
          <Waiting rows={rows} present={row.id} onName={onName} />
        </Box>
      )}
      <Column gap={4} grow shrink>
        <Text as="h2" size="section">
          <bdi>{row.name}</bdi>
        </Text>
        <AdvertVideo advert={row} />
        <Judgement row={row} onStep={onStep} />
        <AdvertFacts advert={row} />
      </Column>
    </Row>
  )
}

function Waiting({
  rows,
  present,
  onName,
}: {
  rows: readonly Advert[]
  present: number
  onName: (id: number) => void
}) {
  const { t } = useLingui()
  return (
    <List stack gap={1} aria-label={t`Waiting for a review`}>
      {rows.map(({ id, name, client, ms, poster, createdAt }) => (
        <li key={id}>
          <button
            type="button"
            className={look({
              bare: true,
              row: true,
              gap: 3,
              pad: 3,
              ground: 'surface',
              edge: 'line',
              wide: true,
              round: 'control',
              chosen: true,
              text: 'start',
            })}
            aria-current={id === present}
            onClick={() => onName(id)}
          >
            <PosterThumb poster={poster} />
            <Column as="span" gap={1} grow shrink>
              <bdi>{name}</bdi>
              <Text as="span" size="caption" tone="ink-3">
                <bdi>{client}</bdi> · <Length ms={ms} /> · <Age at={createdAt} />
              </Text>
            </Column>
          </button>
        </li>
      ))}
    </List>
  )
}

function Judgement({ row, onStep }: { row: Advert; onStep: (by: number) => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const [reason, setReason] = useState('')
  const [asks, setAsks] = useState(false)
  const [busy, setBusy] = useState(false)
  const judge = async (command: 'approve' | 'reject') => {
    if (busy || !online) return
    setBusy(true)
    try {
      await runCommand(client, {
        view: advertisementView,
        command,
        rows: [row],
        subject: row.name,
        ...(command === 'reject' && { input: { reason: reason.trim() } }),
      })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  useReviewKeys({
    a: () => void judge('approve'),
    r: () => setAsks(true),
    j: () => onStep(1),
    k: () => onStep(-1),
  })
  return (
    <Stack gap={3}>
      <Row wrap gap={2}>
        <Button
          leftSection={<Icon name="check" />}
          disabled={!online || asks}
          loading={busy && !asks}
          onClick={() => void judge('approve')}
        >
          {t({ context: 'advert', message: 'Pass' })}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="close" />}
          aria-expanded={asks}
          onClick={() => setAsks(open => !open)}
        >
          {t({ context: 'advert', message: 'Fail' })}
        </Button>
        <Text as="span" size="caption" tone="ink-3">
          <Trans>Keys: A passes, R fails, J and K go on and back</Trans>
        </Text>
      </Row>
      {asks && (
        <Stack gap={2}>
          <Textarea
            label={t`Reason`}
            description={t`Whoever uploaded it reads this`}
            autoFocus
            autosize
            minRows={2}
            maxLength={200}
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
            onKeyDown={event => {
              if (event.key === 'Escape') setAsks(false)
            }}
          />
          <Row gap={2}>
            <Button
              color="critical"
              disabled={!online || reason.trim() === ''}
              loading={busy}
              onClick={() => void judge('reject')}
            >
              {t`Fail with this reason`}
            </Button>
            <Button variant="subtle" onClick={() => setAsks(false)}>{t`Cancel`}</Button>
          </Row>
        </Stack>
      )}
    </Stack>
  )
}
