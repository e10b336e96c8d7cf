// Reports: the list of definitions, or the answer of one over the whole page.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { report } from '../../domain/report/report.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { ListPage } from '../../resource/list-page.tsx'
import { rowOptions } from '../../resource/query.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Card, Column, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { reportView } from './report.view.tsx'
import { ReportAnswer } from './report-answer.tsx'
import { ReportFacts, type ReportRow } from './report-peek.tsx'
import { questionOf } from './report-question.ts'
import { type ReportWords, ReportWordsContext } from './report-words.ts'
import { RunReport } from './run-report.tsx'

interface ReportPageProps {
  search: Readonly<Record<string, unknown>>
  words: ReportWords
}

export function ReportPage({ search, words }: ReportPageProps) {
  const shown = Number(search.show)
  return (
    <ReportWordsContext value={words}>
      {Number.isSafeInteger(shown) && shown > 0 ? <OneReport id={shown} /> : <ListPage view={reportView} />}
    </ReportWordsContext>
  )
}

function OneReport({ id }: { id: number }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const row = useQuery(rowOptions(report, id))
  return (
    <PageFrame scrolls>
      <PageHead
        own
        title={row.data?.name ?? t`Report`}
        end={
          <>
            <Button component="a" href="#/Report" variant="default" leftSection={<Icon name="back" />}>
              {t`All reports`}
            </Button>
            {may('report.save') && (
              <Button
                component="a"
                href={`#/Report?form=${id}`}
                variant="default"
                leftSection={<Icon name="edit" />}
              >
                {t`Change`}
              </Button>
            )}
            {row.data && <RunReport row={row.data} />}
          </>
        }
      />
      <Column gap={4} padBelow={6}>
        {row.data ? (
          <Answered row={row.data} />
        ) : row.isError ? (
          <ErrorState what={i18n._(wordsForError(row.error))} onRetry={() => void row.refetch()} />
        ) : (
          <Loading variant="detail" count={3} />
        )}
      </Column>
    </PageFrame>
  )
}

function Answered({ row }: { row: ReportRow }) {
  const question = questionOf(row)
  return (
    <>
      <ReportFacts row={row} />
      {row.note && (
        <Text as="p" size="caption" tone="ink-2">
          {row.note}
        </Text>
      )}
      <Card as="section">
        {question ? (
          <ReportAnswer question={question} chart={row.chart} />
        ) : (
          <p>
            <Trans>This report is not complete.</Trans>
          </p>
        )}
      </Card>
    </>
  )
}
