// Who was late or left early, and who was absent: from the first of the month to today unless told otherwise.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firstOfMonth, monthOf } from '../../domain/attendance/local-days.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { useChangeSearch } from '../../resource/address.ts'
import { WrittenDayField } from '../../resource/date-fields.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { dayText } from '../../ui/calendar.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Center, Row, Stack, Table, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { type Faults, faultsOptions } from './attendance-query.ts'
import { readFaultsSearch } from './faults-search.ts'

type Kind = 'unpunctual' | 'absent'
type FaultRow = Faults['rows'][number]

const MOST_BARS = 8
/** So many people at first, and as many more each time: of thousands nobody reads the end. */
const SHOWN = 100

interface FaultsPageProps {
  kind: Kind
  search: Readonly<Record<string, unknown>>
}

export function FaultsPage(props: FaultsPageProps) {
  const may = useRights()
  return may('attendance.read') ? <FaultsScreen {...props} /> : <Forbidden />
}

function FaultsScreen({ kind, search: raw }: FaultsPageProps) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const today = dayText(serverNow())
  const search = readFaultsSearch(raw)
  const change = useChangeSearch(search)
  const { from = firstOfMonth(monthOf(today)), to = today, departmentId } = search
  const period = { from, to }
  const wrong = from > to
  const query = useQuery({ ...faultsOptions({ kind, ...period, departmentId }), enabled: !wrong })
  const rows = query.data?.rows
  const title =
    kind === 'absent'
      ? t({ context: 'page', message: 'Absence report' })
      : t({ context: 'page', message: 'Late and early-leave report' })
  return (
    <PageFrame scrolls>
      <PageHead title={title} count={rows?.length}>
        {query.data && (!online || query.isError) && <StaleBadge at={query.dataUpdatedAt} />}
      </PageHead>
      <Row wrap align="end" gap={3}>
        <Box w={160}>
          <WrittenDayField
            label={t`From`}
            value={from}
            onChange={day => change({ from: day || undefined })}
          />
        </Box>
        <Box w={160}>
          <WrittenDayField
            label={t`Until`}
            value={to}
            error={wrong ? t`The end must be after the beginning` : undefined}
            onChange={day => change({ to: day || undefined })}
          />
        </Box>
        <Box w={200}>
          <ReferenceSelect
            label={t`Department`}
            name="departmentId"
            entityKey="department"
            value={departmentId ?? null}
            known={undefined}
            clearable
            placeholder={t`All departments`}
            onChange={value => change({ departmentId: typeof value === 'number' ? value : undefined })}
          />
        </Box>
      </Row>
      {!query.data && query.isError && (
        <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
      )}
      {!query.data && !query.isError && !wrong && <Loading variant="list" />}
      {rows?.length === 0 && (
        <Empty
          icon="check"
          title={
            kind === 'absent' ? (
              <Trans>Nobody was absent</Trans>
            ) : (
              <Trans>Nobody was late or left early</Trans>
            )
          }
          why={<Trans>In the chosen days, as far as they have been judged.</Trans>}
        />
      )}
      {query.data && rows && rows.length > 0 && (
        <>
          <Sums kind={kind} faults={query.data} />
          <FaultRows key={`${from} ${to} ${departmentId}`} kind={kind} rows={rows} />
        </>
      )}
    </PageFrame>
  )
}

const sum = (rows: readonly FaultRow[], of: (row: FaultRow) => number) =>
  rows.reduce((all, row) => all + of(row), 0)

function Sums({ kind, faults }: { kind: Kind; faults: Faults }) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const { rows, people } = faults
  const tiles =
    kind === 'absent'
      ? [
          { label: t`People absent`, value: rows.length },
          { label: t`of people`, value: people },
          { label: t`Missing states`, value: sum(rows, row => row.absent) },
          { label: t`Days with absence`, value: sum(rows, row => row.days.length) },
        ]
      : [
          { label: t`Times late`, value: sum(rows, row => row.late) },
          { label: t`Minutes late`, value: sum(rows, row => row.lateMinutes) },
          { label: t`Times early`, value: sum(rows, row => row.early) },
          { label: t`Minutes early`, value: sum(rows, row => row.earlyMinutes) },
        ]
  const byDay = new Map<string, number>()
  for (const row of rows) for (const day of row.days) byDay.set(day, (byDay.get(day) ?? 0) + 1)
  const worst = [...byDay].sort(([, a], [, b]) => b - a).slice(0, MOST_BARS)
  return (
    <Stack gap={4} cols="minmax(0, 1fr) minmax(0, 1fr)" oneOnTablet align="start">
      <Stack as="dl" gap={2} cols="repeat(auto-fill, minmax(130px, 1fr))">
        {tiles.map(({ label, value }) => (
          <Box key={label} padX={3} padY={2} ground="surface" edge="line" round="control">
            <Text as="dt" size="caption" tone="ink-2">
              {label}
            </Text>
            <Box as="dd" size="figure" strong>
              {number.format(value)}
            </Box>
          </Box>
        ))}
      </Stack>
      <BarChart
        label={t`Days with the most people`}
        unit={t`people`}
        about={t`Day`}
        layout="rows"
        series={[{ id: 'people', name: t`People`, tone: kind === 'absent' ? 'critical' : 'warning' }]}
        bars={worst.map(([day, count]) => ({ id: day, label: day, values: [count] }))}
      />
    </Stack>
  )
}

function FaultRows({ kind, rows }: { kind: Kind; rows: readonly FaultRow[] }) {
  const { t } = useLingui()
  const phone = useScreen() === 'phone'
  const number = numberFormat(useIntlLocale())
  const [shown, setShown] = useState(SHOWN)
  const columns =
    kind === 'absent'
      ? [
          { label: t`Missing states`, of: (row: FaultRow) => row.absent },
          { label: t`Days`, of: (row: FaultRow) => row.days.length },
        ]
      : [
          { label: t`Times late`, of: (row: FaultRow) => row.late },
          { label: t`Minutes late`, of: (row: FaultRow) => row.lateMinutes },
          { label: t`Times early`, of: (row: FaultRow) => row.early },
          { label: t`Minutes early`, of: (row: FaultRow) => row.earlyMinutes },
        ]
  return (
    <Box card scroll="x">
      <Table figured>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Name</Trans>
            </th>
            {!phone && (
              <th scope="col">
                <Trans>Department</Trans>
              </th>
            )}
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            {!phone && (
              <th scope="col">
                <Trans>On which days</Trans>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(row => (
            <tr key={row.workerId}>
              <th scope="row">
                <a
                  className={look({ inline: true, touchable: true, tone: 'accent' })}
                  href={`#/AttendanceInfoList?view=month&month=${monthOf(row.days[0] ?? '')}&worker=${row.workerId}`}
                >
                  <bdi>{row.name}</bdi>
                </a>
                {row.trade && (
                  <Text size="caption" tone="ink-3" block>
                    <bdi>{row.trade}</bdi>
                  </Text>
                )}
              </th>
              {!phone && <td>{row.departmentName && <bdi>{row.departmentName}</bdi>}</td>}
              {columns.map(({ label, of }) => (
                <td key={label}>{number.format(of(row))}</td>
              ))}
              {!phone && (
                <td>
                  <Row wrap gap={2} justify="end">
                    {row.days.map(day => (
                      <a
                        key={day}
                        className={look({ tone: 'accent', nowrap: true })}
                        href={`#/AttendanceInfoList?view=month&month=${monthOf(day)}&worker=${row.workerId}&on=${day}`}
                      >
                        {day.slice(5)}
                      </a>
                    ))}
                  </Row>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
      {rows.length > shown && (
        <Center pad={2}>
          <Button variant="subtle" onClick={() => setShown(before => before + SHOWN)}>
            <Trans>Show more</Trans>
          </Button>
        </Center>
      )}
    </Box>
  )
}
