// Statistics of alarms: how many, of which kind, when, where, how fast people were, against the period before.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { alarmStatistics } from '../../contract/endpoints/report.ts'
import { codes } from '../../contract/errors.ts'
import { sendRequest } from '../../platform/http.ts'
import { RequestError } from '../../platform/request-error.ts'
import { useChangeSearch } from '../../resource/address.ts'
import { csvBlob } from '../../resource/csv.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { giveFile } from '../../resource/give-file.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Empty, ErrorState, Forbidden, Loading } from '../../ui/states.tsx'
import { FiguresPage } from './figures-page.tsx'
import { StatisticsCharts } from './statistics-charts.tsx'
import { useStatisticsCsv } from './statistics-csv.ts'
import { StatisticsFigures } from './statistics-figures.tsx'
import { StatisticsFilters } from './statistics-filters.tsx'
import { periodOf, questionsOf, type StatisticsSearch } from './statistics-search.ts'
import { useNow } from './use-now.ts'

const FRESH_MS = 60_000

const statisticsOptions = (question: ReturnType<typeof questionsOf>['now']) => ({
  queryKey: ['alarm', 'statistics', question] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => sendRequest(alarmStatistics, question, { signal }),
  placeholderData: keepPreviousData,
  staleTime: FRESH_MS,
})

/** «Today» moves on while the page is open. */
const MINUTE_MS = 60_000

export function StatisticsPage({ search }: { search: StatisticsSearch }) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const minute = useNow(MINUTE_MS)
  const period = periodOf(search, minute)
  // The same question until the day or the address changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the period stands for the moment
  const questions = useMemo(() => questionsOf(search, minute), [search, period.from, period.to])
  const now = useQuery(statisticsOptions(questions.now))
  const before = useQuery(statisticsOptions(questions.before))
  const csv = useStatisticsCsv()
  const change = useChangeSearch(search)
  const data = now.data
  const stale = data !== undefined && (!online || now.isError)
  return (
    <FiguresPage
      title={t`Alarm statistics`}
      count={data?.total}
      staleAt={stale ? now.dataUpdatedAt : undefined}
      search={search}
      period={period}
      by={questions.now.by}
      onChange={change}
      before={<StatisticsFilters search={search} onChange={change} />}
      end={
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          disabled={!data}
          onClick={() => data && giveFile(csvBlob(csv(data, before.data, questions.now)), 'alarms.csv')}
        >
          <Trans>Export the figures</Trans>
        </Button>
      }
    >
      {data ? (
        <>
          <StatisticsFigures now={data} before={before.data} search={search} at={minute} />
          {data.total === 0 ? (
            <Empty
              icon="shield"
              title={<Trans>No alarms in this time</Trans>}
              why={<Trans>Choose another period, or take filters away.</Trans>}
            />
          ) : (
            <StatisticsCharts
              now={data}
              before={before.data}
              question={questions.now}
              search={search}
              at={minute}
            />
          )}
        </>
      ) : now.error instanceof RequestError && now.error.code === codes.forbidden ? (
        <Forbidden part />
      ) : now.isError ? (
        <ErrorState
          what={i18n._(wordsForError(now.error))}
          onRetry={() => void now.refetch()}
          retrying={now.isFetching}
        />
      ) : (
        <Loading variant="cards" count={6} />
      )}
    </FiguresPage>
  )
}
