// The time machine (时间机器): any span of any place or devices, seen again with what was known then.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { HOUR_MS } from '../../domain/durations.ts'
import { permissionFor } from '../../domain/entity.ts'
import { replayMark } from '../../domain/replay/replay-mark.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { minuteText, otherZone } from '../../ui/calendar.ts'
import { Icon } from '../../ui/icons.tsx'
import { Muted } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { ReplayChoice } from './replay-choice.tsx'
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
  const isChosen = search.devices.length > 0 || search.around !== undefined
  // Open for what is shown now: when something else was chosen, that comes before the form.
  const [changedFrom, setChangedFrom] = useState<string>()
  const query = useQuery(replayOptions(search, span.from, span.to))
  const { data } = query
  const key = JSON.stringify(writeReplaySearch(search))
  const isChanging = changedFrom === key
  const names = new Map(data?.devices.map(({ id, name }) => [id, name]))
  return (
    <PageFrame scrolls>
      <PageHead
        title={t({ context: 'page', message: 'Time machine' })}
        end={
          isChosen && (
            <Button
              variant="default"
              leftSection={<Icon name="calendar" />}
              aria-expanded={isChanging}
              onClick={() => setChangedFrom(isChanging ? undefined : key)}
            >
              <Trans>Change what is shown</Trans>
            </Button>
          )
        }
      >
        {isChosen && <Summary search={search} span={span} names={names} />}
        {data && (!online || query.isError) && <StaleBadge at={query.dataUpdatedAt} />}
      </PageHead>
      {(!isChosen || isChanging) && <ReplayChoice key={key} search={search} span={span} names={names} />}
      {!isChosen ? (
        <Empty
          icon="clock"
          title={t`Choose what to look at again`}
          why={t`Devices or a place, and a span of at most 24 hours; links from an alarm bring both along.`}
        />
      ) : query.isError && !data ? (
        <ErrorState
          what={i18n._(wordsForError(query.error))}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : data ? (
        <ReplayRoom key={key} search={search} span={span} shown={data} {...outside} />
      ) : (
        <Loading variant="list" count={6} />
      )}
    </PageFrame>
  )
}

interface SummaryProps {
  search: ReplaySearch
  span: { from: number; to: number; live: boolean }
  names: ReadonlyMap<number, string>
}

/** What is shown, in one line: of whom or around where, and when by whose clock. */
function Summary({ search, span, names }: SummaryProps) {
  const { t } = useLingui()
  const metres = numberFormat(useIntlLocale(), { style: 'unit', unit: 'meter' })
  const { around, devices } = search
  const [first] = devices
  const whole = around
    ? t`${metres.format(around.radiusMetres)} around a place`
    : devices.length === 1 && first !== undefined
      ? (names.get(first) ?? `#${first}`)
      : t`${plural(devices.length, { one: '# device', other: '# devices' })}`
  const zone = otherZone()
  return (
    <Muted>
      <bdi>{whole}</bdi> ·{' '}
      {span.live ? (
        <Trans>the last hour</Trans>
      ) : (
        <bdi dir="ltr">
          {minuteText(span.from)} – {minuteText(span.to)}
        </bdi>
      )}
      {zone !== undefined && (
        <>
          {' · '}
          <Trans>
            Time of <bdi>{zone}</bdi>
          </Trans>
        </>
      )}
    </Muted>
  )
}
