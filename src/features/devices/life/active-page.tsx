// Activations over a period, and the devices that still wait for their first message, each with its next step.

import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { activations } from '../../../contract/endpoints/life.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import { sendRequest } from '../../../platform/http.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { useChangeSearch } from '../../../resource/address.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { useOnline } from '../../../resource/surroundings.ts'
import { dayCalendar, dayText } from '../../../ui/calendar.ts'
import { BarChart } from '../../../ui/chart/bar-chart.tsx'
import { dayLabel, monthLabel } from '../../../ui/chart/time-labels.ts'
import { PeriodField } from '../../../ui/dates/period-field.tsx'
import { Card, Row, SectionTitle, Stack, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { PageFrame, PageHead } from '../../../ui/page-frame.tsx'
import { type Period, wholePeriod } from '../../../ui/period.ts'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { ErrorState, Loading, StaleBadge } from '../../../ui/states.tsx'
import { type ActiveSearch, readActiveSearch } from './active-search.ts'
import css from './life.module.css'
import { NotActivated } from './not-activated.tsx'

type Bucket = NonNullable<ActiveSearch['by']>

export function ActivePage() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const search = readActiveSearch(useSearch({ strict: false }))
  const { from, to } = wholePeriod(search.from, search.to, serverNow())
  const by = search.by ?? bucketFor({ from, to })
  const change = useChangeSearch(search)
  const query = useQuery({
    queryKey: ['activations', from, to, by],
    queryFn: ({ signal }) =>
      sendRequest(activations, { from, to, zone: dayCalendar().zone(), by }, { signal }),
    placeholderData: before => before,
  })
  const stale = query.data !== undefined && (!online || query.isError)
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Activation' })}>
        {stale && <StaleBadge at={query.dataUpdatedAt} />}
      </PageHead>
      <Row wrap align="end" justify="between" gap={3}>
        <PeriodField
          from={from}
          to={to}
          presets={['week', 'month', 'thisMonth', 'lastMonth', 'thisYear']}
          onChange={period => change({ ...period, by: undefined })}
        />
        <SegmentedFilter<Bucket>
          label={t`Count by`}
          segments={[
            { value: 'day', label: t`Day` },
            { value: 'week', label: t`Week` },
            { value: 'month', label: t`Month` },
          ]}
          value={by}
          onChange={next => change({ by: next })}
        />
      </Row>
      {query.data ? (
        <Activations data={query.data} by={by} />
      ) : query.isError ? (
        <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
      ) : (
        <Loading variant="detail" />
      )}
      <NotActivated />
    </PageFrame>
  )
}

/** Some thirty bars read best. */
function bucketFor({ from, to }: Period): Bucket {
  const days = (to - from) / DAY_MS
  return days <= 62 ? 'day' : days <= 190 ? 'week' : 'month'
}

interface ActivationsProps {
  data: { buckets: { at: number; count: number }[]; activated: number; notActivated: number }
  by: Bucket
}

function Activations({ data, by }: ActivationsProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const format = numberFormat(locale)
  const most = data.buckets.reduce((max, { count }) => Math.max(max, count), 0)
  const names: Record<Bucket, string> = { day: t`Day`, week: t`Week`, month: t`Month` }
  const bestNames: Record<Bucket, string> = {
    day: t`Most on one day`,
    week: t`Most in one week`,
    month: t`Most in one month`,
  }
  const bars = useMemo(
    () =>
      data.buckets.map(({ at, count }) => {
        const month = by === 'month' ? monthLabel(at, locale) : undefined
        return {
          id: String(at),
          label: month ?? dayLabel(at, locale),
          title: month ?? dayText(at),
          values: [count],
        }
      }),
    [data.buckets, by, locale],
  )
  return (
    <>
      <Stack as="dl" gap={3} tiles="small">
        <Card className={css.tile}>
          <Text as="dt" size="caption" tone="ink-3">{t`Activated in this period`}</Text>
          <dd>{format.format(data.activated)}</dd>
        </Card>
        <Card className={css.tile}>
          <Text as="dt" size="caption" tone="ink-3">
            {bestNames[by]}
          </Text>
          <dd>{format.format(most)}</dd>
        </Card>
        <Card className={css.tile}>
          <Text as="dt" size="caption" tone="ink-3">{t`Not activated yet`}</Text>
          <dd>{format.format(data.notActivated)}</dd>
        </Card>
      </Stack>
      <Card as="section">
        <SectionTitle below={3}>{t`Activated devices`}</SectionTitle>
        <BarChart
          label={t`Activated devices`}
          unit={t`devices`}
          about={names[by]}
          series={[{ id: 'activated', name: t`Activated devices`, tone: 'accent' }]}
          bars={bars}
          time
        />
      </Card>
    </>
  )
}
