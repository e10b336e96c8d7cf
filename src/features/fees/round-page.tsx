// The reading round: from meter to meter the way somebody walks, one big field each. What is read where there is no network waits.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RowOf } from '../../domain/entity.ts'
import { meter } from '../../domain/fees/meter.ts'
import { refusalOf } from '../../resource/action-dialogs.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { useListAddress } from '../../resource/list-search.ts'
import { PhotosField } from '../../resource/photos-field.tsx'
import { pageOptions } from '../../resource/query.ts'
import { runCommand } from '../../resource/run-command.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { today } from '../../resource/today-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Card, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { DecimalField } from './decimal-field.tsx'
import { meterKindWords } from './fee-words.ts'
import { meterView } from './meter.view.tsx'
import { MeterTabs } from './meter-tabs.tsx'
import { unitName, unitsText } from './units-text.ts'

type Meter = RowOf<typeof meter>

/** As many as somebody walks to in an hour or two; the rest comes when these are read. */
const STRETCH = 200
const query = { page: 1, size: STRETCH, sort: 'place', state: ['due'] } as const

export function RoundPage() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const { search } = useListAddress(meter)
  const { communityId } = search
  const options = pageOptions(meter, {
    ...{ ...query, state: [...query.state] },
    ...(typeof communityId === 'number' && { communityId }),
  })
  const { data, error, isError, refetch, isFetching, dataUpdatedAt } = useQuery(options)
  const [done, setDone] = useState<ReadonlySet<number>>(new Set())
  const [at, setAt] = useState(0)
  const left = (data?.list ?? []).filter(row => !done.has(row.id))
  const here = left[Math.min(at, left.length - 1)]
  const after = left[Math.min(at, left.length - 1) + 1]
  const total = (data?.total ?? 0) - (data?.list ?? []).filter(row => done.has(row.id)).length
  return (
    <PageFrame scrolls>
      <PageHead title={t`Reading round`} />
      <MeterTabs current="round" />
      {data && (!online || isError) && <StaleBadge at={dataUpdatedAt} />}
      {!data ? (
        isError ? (
          <ErrorState
            what={i18n._(wordsForError(error))}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Loading variant="list" count={3} />
        )
      ) : here ? (
        <Stack gap={3} maw={520}>
          <Text tone="ink-2">
            <Trans>{total} meters to be read</Trans>
          </Text>
          <MeterCard
            key={here.id}
            meter={here}
            onRead={() => {
              setDone(before => new Set(before).add(here.id))
              if (left.length === 1) void refetch()
            }}
          />
          <Row justify="between" gap={2}>
            <Button variant="default" disabled={at === 0} onClick={() => setAt(Math.max(0, at - 1))}>
              <Trans>Back</Trans>
            </Button>
            <Button variant="default" disabled={!after} onClick={() => setAt(at + 1)}>
              <Trans>Skip</Trans>
            </Button>
          </Row>
          {after && (
            <Text size="small" tone="ink-3">
              <Trans>Next: {after.roomName}</Trans>
            </Text>
          )}
        </Stack>
      ) : (
        <Empty icon="check" title={t`All meters are read this month`} />
      )}
    </PageFrame>
  )
}

function MeterCard({ meter: row, onRead }: { meter: Meter; onRead: () => void }) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const client = useQueryClient()
  const [value, setValue] = useState<unknown>()
  const [photos, setPhotos] = useState<unknown>([])
  const [rollover, setRollover] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const falls = typeof value === 'number' && value < row.lastReading
  const save = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const [refused] = await runCommand(client, {
        ...{ view: meterView, command: 'takeReading', rows: [row], subject: row.roomName },
        input: { readOn: today(), reading: value, photos, ...(falls && { rollover }) },
      })
      if (refused) setProblem(i18n._(wordsForError(refusalOf(refused))))
      else onRead()
    } catch (error) {
      setProblem(i18n._(wordsForError(error)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card>
      <Stack
        as="form"
        gap={3}
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <Row gap={2}>
          <Icon name={meterKindWords[row.kind].icon} />
          <Text as="h2" size="section" strong>
            {row.roomName}
          </Text>
        </Row>
        <Text size="small" tone="ink-2">
          {i18n._(meterKindWords[row.kind].label)} · <bdi dir="ltr">{row.serial}</bdi>
        </Text>
        <Text>
          <Trans>
            Before: <bdi dir="ltr">{unitsText(row.lastReading, locale)}</bdi>
          </Trans>
          {row.lastOn && <Text tone="ink-3">{` · ${row.lastOn}`}</Text>}
        </Text>
        <DecimalField
          large
          name="reading"
          unit={unitName(row.kind)}
          control={{ label: t`Reading`, value, onChange: setValue, error: problem, disabled: busy }}
        />
        {falls && (
          <Switch
            label={t`The register rolled over`}
            checked={rollover}
            onChange={event => setRollover(event.currentTarget.checked)}
          />
        )}
        <PhotosField
          most={3}
          control={{
            ...{ label: t`Photos`, value: photos, onChange: setPhotos, error: undefined, disabled: busy },
            ...{ values: {}, rows: [row] },
          }}
        />
        <Button
          type="submit"
          size="lg"
          loading={busy}
          disabled={typeof value !== 'number' || (falls && !rollover)}
        >
          <Trans>Save and on to the next</Trans>
        </Button>
      </Stack>
    </Card>
  )
}
