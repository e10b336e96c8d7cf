// The time machine (时间机器): any span of any place or devices, seen again with what was known then.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { HOUR_MS } from '../../domain/durations.ts'
import { permissionFor } from '../../domain/entity.ts'
import { LONGEST_REPLAY_MS, MOST_REPLAY_DEVICES } from '../../domain/replay/lanes.ts'
import { replayMark } from '../../domain/replay/replay-mark.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { MomentField } from '../../ui/dates/moment-field.tsx'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { replayOptions } from './replay-query.ts'
import { type ReplayOutside, ReplayRoom } from './replay-room.tsx'
import { type ReplaySearch, writeReplaySearch } from './replay-search.ts'

interface ReplayPageProps extends ReplayOutside {
  search: ReplaySearch
}

/** Without a span it is the hour up to now, and moves on so often. */
const LIVE_MS = HOUR_MS
const REFRESH_MS = 10_000

export function ReplayPage(props: ReplayPageProps) {
  const may = useRights()
  return may(permissionFor(replayMark, 'read')) ? <Replaying {...props} /> : <Forbidden />
}

function useSpan({ from, to }: ReplaySearch) {
  const [now, setNow] = useState(serverNow)
  const live = from === undefined && to === undefined
  useEffect(() => {
    if (!live) return
    const timer = setInterval(() => setNow(serverNow()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [live])
  if (live) return { from: now - LIVE_MS, to: now, live }
  const end = to ?? (from ?? now) + LIVE_MS
  return { from: from ?? end - LIVE_MS, to: end, live }
}

function Replaying({ search, ...outside }: ReplayPageProps) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const span = useSpan(search)
  const chosen = search.devices.length > 0 || search.around !== undefined
  const query = useQuery(replayOptions(search, span.from, span.to))
  const { data } = query
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Time machine' })}>
        {data && (!online || query.isError) && <StaleBadge at={query.dataUpdatedAt} />}
      </PageHead>
      <Choice key={JSON.stringify(writeReplaySearch(search))} search={search} span={span} />
      {!chosen ? (
        <Empty
          icon="clock"
          title={t`Choose what to look at again`}
          why={t`Devices and a span of at most 24 hours; links from an alarm bring both along.`}
        />
      ) : query.isError && !data ? (
        <ErrorState
          what={i18n._(wordsForError(query.error))}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : data ? (
        <ReplayRoom
          key={JSON.stringify(writeReplaySearch(search))}
          search={search}
          span={span}
          shown={data}
          {...outside}
        />
      ) : (
        <Loading variant="list" count={6} />
      )}
    </PageFrame>
  )
}

/** Devices and span; what cannot be played again is refused before it is asked for. */
function Choice({ search, span }: { search: ReplaySearch; span: ReturnType<typeof useSpan> }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [devices, setDevices] = useState<readonly number[]>(search.devices)
  const [from, setFrom] = useState<number | undefined>(span.from)
  const [to, setTo] = useState<number | undefined>(span.to)
  const problem =
    from === undefined || to === undefined
      ? t`Give both ends of the span`
      : to <= from
        ? t`The span ends before it begins`
        : to - from > LONGEST_REPLAY_MS
          ? t`At most 24 hours can be replayed at once: choose a shorter span`
          : devices.length > MOST_REPLAY_DEVICES
            ? t`At most 20 devices can be replayed at once`
            : undefined
  const show = () =>
    void navigate({
      to: '.',
      search: () => writeReplaySearch({ from, to, devices, around: search.around }),
    })
  return (
    <Row
      as="form"
      wrap
      gap={2}
      align="end"
      padBelow={3}
      onSubmit={event => {
        event.preventDefault()
        if (problem === undefined) show()
      }}
    >
      <ReferenceSelect
        label={t`Devices (up to 20)`}
        name="devices"
        entityKey="device"
        many
        value={devices}
        onChange={value =>
          setDevices(Array.isArray(value) ? value.filter(one => typeof one === 'number') : [])
        }
      />
      <MomentField label={t`From`} value={from} onChange={setFrom} />
      <MomentField label={t`To`} value={to} onChange={setTo} />
      <Button type="submit" disabled={problem !== undefined}>
        <Trans>Show</Trans>
      </Button>
      {problem !== undefined && (
        <Text role="alert" tone="critical" size="small">
          {problem}
        </Text>
      )}
    </Row>
  )
}
