// Statistics of alarms: how many, of which kind, when, where, how fast people were, against the period before.
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { alarmStatistics } from '../../contract/endpoints/report.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { sendRequest } from '../../platform/http.ts'
import { csvBlob } from '../../resource/csv.ts'
import { giveFile } from '../../resource/give-file.ts'
import { Icon } from '../../ui/icons.tsx'
import type { Figures } from './figures-page.tsx'
import { useStatisticsCards } from './statistics-charts.tsx'
import { useStatisticsCsv } from './statistics-csv.ts'
import { StatisticsFigures } from './statistics-figures.tsx'
import { StatisticsFilters } from './statistics-filters.tsx'
import { questionsOf, type StatisticsSearch } from './statistics-search.ts'

const FRESH_MS = MINUTE_MS

type Questions = ReturnType<typeof questionsOf>

const statisticsOptions = (question: Questions['now']) => ({
  queryKey: ['alarm', 'statistics', question] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => sendRequest(alarmStatistics, question, { signal }),
  placeholderData: keepPreviousData,
  staleTime: FRESH_MS,
})

export const statistics: Figures<StatisticsSearch, Questions> = {
  title: msg`Alarm statistics`,
  ask: questionsOf,
  useShown({ search, asked, now, onChange }) {
    const answer = useQuery(statisticsOptions(asked.now))
    const before = useQuery(statisticsOptions(asked.before)).data
    const csv = useStatisticsCsv()
    const cards = useStatisticsCards({ before, question: asked.now, search, at: now })
    const { data } = answer
    return {
      count: data?.total,
      answer,
      before: <StatisticsFilters search={search} onChange={onChange} />,
      end: (
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          disabled={!data}
          onClick={() => data && giveFile(csvBlob(csv(data, before, asked.now)), 'alarms.csv')}
        >
          <Trans>Export the figures</Trans>
        </Button>
      ),
      above: data && <StatisticsFigures now={data} before={before} search={search} at={now} />,
      cards: data && { columns: 2, groups: data.total === 0 ? [] : cards(data) },
    }
  },
}
