// The report of a shift: chosen from the roster or by its moments, read on the page, printed or kept as PDF by the browser.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { codes } from '../../contract/errors.ts'
import type { Span } from '../../domain/duty/coverage.ts'
import { LONGEST_SHIFT_MS } from '../../domain/duty/duty-shift.ts'
import { shiftToReport } from '../../domain/duty/shift-report.ts'
import { RequestError } from '../../platform/request-error.ts'
import { useChangeSearch } from '../../resource/address.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights, useSession } from '../../resource/surroundings.ts'
import { MomentField } from '../../ui/dates/moment-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Row } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { PrintedReport } from './printed-report.tsx'
import type { Shift } from './roster-query.ts'
import { ShiftReport } from './shift-report.tsx'
import { type ReportSearch, recentShifts, reportOptions } from './shift-report-query.ts'
import { spanText } from './time-words.ts'
import { useNow } from './use-now.ts'

export function ShiftReportPage({ search }: { search: ReportSearch }) {
  const may = useRights()
  return may('dutyRecord.read') ? <ReportOf search={search} /> : <Forbidden />
}

function ReportOf({ search }: { search: ReportSearch }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const now = useNow()
  const own = useSession()?.user.id
  const change = useChangeSearch(search)
  const shifts = useQuery({ ...recentShifts(now), enabled: may('dutyShift.read') })
  const meant = shiftToReport(shifts.data ?? [], own, now)
  // Moments that were typed count once both are there.
  const { startsAt, endsAt } = search
  const span: Span | undefined =
    startsAt !== undefined && endsAt !== undefined
      ? { startsAt, endsAt }
      : startsAt === undefined && endsAt === undefined
        ? meant
        : undefined
  const wrong = span && problemOf(span)
  const report = useQuery({
    ...reportOptions(span ?? { startsAt: 0, endsAt: 1 }),
    enabled: span !== undefined && wrong === undefined,
  })
  const { data, error } = report
  if (error instanceof RequestError && error.code === codes.forbidden && !data) return <Forbidden />
  return (
    <PageFrame scrolls>
      <PageHead
        title={t({ context: 'page', message: 'Shift report' })}
        end={
          data && (
            <Button leftSection={<Icon name="report" />} onClick={() => globalThis.print()}>
              <Trans>Print or save as PDF</Trans>
            </Button>
          )
        }
      >
        {data && (!online || report.isError) && <StaleBadge at={report.dataUpdatedAt} />}
      </PageHead>
      <Row wrap gap={3} align="end">
        <ShiftChoice shifts={shifts.data ?? []} span={span} now={now} onChoose={change} />
        <MomentField
          label={t`Begins`}
          value={startsAt ?? span?.startsAt}
          onChange={at => change({ startsAt: at, endsAt: endsAt ?? span?.endsAt })}
        />
        <MomentField
          label={t`Ends`}
          value={endsAt ?? span?.endsAt}
          onChange={at => change({ startsAt: startsAt ?? span?.startsAt, endsAt: at })}
          error={
            wrong === 'order' ? (
              <Trans>The end must be after the beginning.</Trans>
            ) : (
              wrong === 'long' && <Trans>A report is of 48 hours at most.</Trans>
            )
          }
        />
      </Row>
      {data ? (
        <>
          <ShiftReport report={data} />
          <PrintedReport report={data} />
        </>
      ) : report.isError ? (
        <ErrorState
          what={i18n._(wordsForError(error))}
          onRetry={() => void report.refetch()}
          retrying={report.isFetching}
        />
      ) : (span && wrong === undefined) || shifts.isLoading ? (
        <Loading variant="detail" count={5} />
      ) : (
        <Empty
          icon="report"
          title={<Trans>No shift is chosen</Trans>}
          why={<Trans>Choose one of the roster, or say when it began and ended.</Trans>}
        />
      )}
    </PageFrame>
  )
}

const problemOf = ({ startsAt, endsAt }: Span): 'order' | 'long' | undefined =>
  endsAt <= startsAt ? 'order' : endsAt - startsAt > LONGEST_SHIFT_MS ? 'long' : undefined

interface ShiftChoiceProps {
  shifts: readonly Shift[]
  span: Span | undefined
  now: number
  onChoose: (span: Span) => void
}

/** The shifts that began already, each span once, the latest first. */
function ShiftChoice({ shifts, span, now, onChoose }: ShiftChoiceProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const spans = new Map<string, Span>()
  for (const shift of shifts.toSorted((a, b) => b.startsAt - a.startsAt || b.endsAt - a.endsAt))
    if (shift.startsAt <= now) spans.set(keyOf(shift), shift)
  if (spans.size === 0) return null
  return (
    <Select
      label={t`Shift`}
      placeholder={t`Other times`}
      data={[...spans].map(([value, each]) => ({
        value,
        label: spanText(each.startsAt, each.endsAt, locale),
      }))}
      value={span && spans.has(keyOf(span)) ? keyOf(span) : null}
      onChange={value => {
        const chosen = spans.get(value ?? '')
        if (chosen) onChoose({ startsAt: chosen.startsAt, endsAt: chosen.endsAt })
      }}
    />
  )
}

const keyOf = ({ startsAt, endsAt }: Span) => `${startsAt}-${endsAt}`
