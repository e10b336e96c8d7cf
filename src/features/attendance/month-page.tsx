// The month of everybody: the grid with its panel, who stands out, and what can be done with the month as a whole.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { addMonths, firstOfMonth, lastOfMonth, monthOf } from '../../domain/attendance/local-days.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { useChangeSearch } from '../../resource/address.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { exportRows } from '../../resource/export-rows.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { SearchBox } from '../../resource/search-box.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { dayText } from '../../ui/calendar.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Row, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { PeekPanel } from '../../ui/peek-panel.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { Empty, ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { monthOptions } from './attendance-query.ts'
import { RecordTabs } from './attendance-tabs.tsx'
import { DayPeek } from './day-peek.tsx'
import { MonthDays } from './month-days.tsx'
import { type ChosenDay, MonthGrid } from './month-grid.tsx'
import { Legend } from './month-marks.tsx'
import { MonthPeople } from './month-people.tsx'
import type { MonthSearch } from './month-search.ts'
import { attendanceDayView } from './records.view.tsx'

type Which = 'all' | 'late' | 'early' | 'absent' | 'waiting'

export function MonthPage({ search }: { search: MonthSearch }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const phone = useScreen() === 'phone'
  const change = useChangeSearch(search)
  const month = search.month ?? monthOf(dayText(serverNow()))
  const [which, setWhich] = useState<Which>('all')
  const [typed, setTyped] = useState('')
  const name = useDeferredValue(typed.trim().toLowerCase())
  const query = useQuery(monthOptions({ month, departmentId: search.departmentId }))
  const all = query.data?.people
  const people = useMemo(
    () =>
      (all ?? []).filter(
        person =>
          (which === 'all' || person[which] > 0) && (name === '' || person.name.toLowerCase().includes(name)),
      ),
    [all, which, name],
  )
  const count = (of: Exclude<Which, 'all'>) => all?.filter(person => person[of] > 0).length
  const chosen: ChosenDay | undefined =
    search.worker !== undefined && search.on !== undefined
      ? { workerId: search.worker, day: search.on }
      : undefined
  const opened = all?.find(person => person.workerId === search.worker)
  const choose = ({ workerId, day }: ChosenDay) => change({ worker: workerId, on: day }, { replace: true })
  const close = () => change({ worker: undefined, on: undefined }, { replace: true })
  return (
    <PageFrame
      beside={
        opened &&
        query.data && (
          <PeekPanel
            icon="user"
            title={<bdi>{opened.name}</bdi>}
            subtitle={search.on}
            onClose={() => (phone && search.on !== undefined ? change({ on: undefined }) : close())}
          >
            {search.on === undefined ? (
              <MonthDays
                month={query.data}
                cells={opened.cells}
                onChoose={day => choose({ workerId: opened.workerId, day })}
              />
            ) : (
              <DayPeek key={`${opened.workerId} ${search.on}`} workerId={opened.workerId} day={search.on} />
            )}
          </PeekPanel>
        )
      }
    >
      <PageHead
        title={t({ context: 'page', message: 'Attendance records' })}
        count={all?.length}
        end={
          <>
            {!phone && <SearchBox value={typed} onSearch={setTyped} />}
            {may('attendance.export') && (
              <Button
                variant="default"
                leftSection={<Icon name="download" />}
                disabled={!online}
                onClick={() =>
                  void exportRows(
                    {
                      view: attendanceDayView,
                      format: 'xlsx',
                      layout: { order: [], hidden: [] },
                      query: {
                        dayFrom: firstOfMonth(month),
                        dayTo: lastOfMonth(month),
                        ...(search.departmentId !== undefined && { departmentId: search.departmentId }),
                      },
                    },
                    i18n,
                  )
                }
              >
                <Trans>Export</Trans>
              </Button>
            )}
            {query.data?.closed ? (
              <Row gap={1} tone="ink-2">
                <Icon name="lock" size={16} />
                <Trans>Month closed</Trans>
              </Row>
            ) : (
              may('attendanceRule.save') &&
              !phone && (
                <Button
                  component="a"
                  href="#/AttendanceList?view=months&form=new"
                  variant="default"
                  leftSection={<Icon name="lock" />}
                >
                  <Trans>Close a month</Trans>
                </Button>
              )
            )}
          </>
        }
      >
        {query.data && (!online || query.isError) && <StaleBadge at={query.dataUpdatedAt} />}
      </PageHead>
      <RecordTabs current="month" />
      <Row wrap justify="between" gap={3}>
        <SegmentedFilter
          label={t`Whom to show`}
          value={which}
          onChange={setWhich}
          segments={[
            { value: 'all', label: t`All`, count: all?.length },
            { value: 'late', label: t({ context: 'attendance', message: 'Late' }), count: count('late') },
            {
              value: 'early',
              label: t({ context: 'attendance', message: 'Left early' }),
              count: count('early'),
            },
            {
              value: 'absent',
              label: t({ context: 'attendance', message: 'Absent' }),
              count: count('absent'),
            },
            {
              value: 'waiting',
              label: t({ context: 'attendance', message: 'Corrections' }),
              count: count('waiting'),
            },
          ]}
        />
        <Row wrap gap={3}>
          <Box w={180}>
            <ReferenceSelect
              label={t`Department`}
              name="departmentId"
              entityKey="department"
              value={search.departmentId ?? null}
              known={undefined}
              clearable
              placeholder={t`All departments`}
              onChange={value =>
                change({ departmentId: typeof value === 'number' ? value : undefined }, { replace: true })
              }
            />
          </Box>
          <MonthSteps month={month} onMonth={next => change({ month: next, on: undefined })} />
        </Row>
      </Row>
      {!query.data && query.isError && (
        <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
      )}
      {!query.data && !query.isError && <Loading variant="list" />}
      {query.data && people.length === 0 && (
        <Empty
          icon="calendar"
          title={all?.length === 0 ? <Trans>Nobody goes by a rule yet</Trans> : <Trans>No match</Trans>}
          why={
            all?.length === 0 ? (
              <Trans>Say under Attendance settings who goes by which rule.</Trans>
            ) : undefined
          }
        />
      )}
      {query.data &&
        people.length > 0 &&
        (phone ? (
          <MonthPeople people={people} onOpen={worker => change({ worker, on: undefined })} />
        ) : (
          <>
            <MonthGrid month={query.data} people={people} chosen={chosen} onChoose={choose} />
            <Row wrap gap={4} size="caption" tone="ink-2">
              <Text>
                <Trans>A line a slot, arrival before departure</Trans>
              </Text>
              <Legend i18n={i18n} />
            </Row>
          </>
        ))}
    </PageFrame>
  )
}

export const monthWords = { before: msg`Month before`, after: msg`Next month` }

export function MonthSteps({ month, onMonth }: { month: string; onMonth: (month: string) => void }) {
  const { i18n } = useLingui()
  const locale = useIntlLocale()
  const shown = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${firstOfMonth(month)}T00:00:00Z`),
  )
  return (
    <Row gap={1}>
      <IconButton
        icon="back"
        label={i18n._(monthWords.before)}
        onClick={() => onMonth(addMonths(month, -1))}
      />
      <Text strong text="center" miw={130} aria-live="polite">
        {shown}
      </Text>
      <IconButton
        icon="forward"
        label={i18n._(monthWords.after)}
        onClick={() => onMonth(addMonths(month, 1))}
      />
    </Row>
  )
}
