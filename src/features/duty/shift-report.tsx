// A shift report as it is read: when, who, alarms by kind, each SOS, calls, what is handed on, what was written.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { typeWords } from '../../resource/alarm-type-words.ts'
import { calendarMoment } from '../../ui/calendar.ts'
import { look } from '../../ui/kit/look.ts'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { formatSpan, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { ReportPart as Part } from './report-part.tsx'
import css from './shift-report.module.css'
import type { ShiftReport as Report } from './shift-report-query.ts'
import { clockAt, spanText } from './time-words.ts'

export function ShiftReport({ report }: { report: Report }) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const number = numberFormat(locale)
  const { onDuty, alarms, sos, calls, work, runs, quiet, notes } = report
  const waited = (ms: number | null) => (ms === null ? '–' : formatSpan(ms / 1000))
  return (
    <Stack gap={4} className={css.report}>
      <Text as="p" tone="ink-2">
        <bdi>{calendarMoment(report.startsAt).slice(0, 10)}</bdi> ·{' '}
        <bdi>{spanText(report.startsAt, report.endsAt, locale)}</bdi> ·{' '}
        {report.at < report.endsAt ? (
          <Trans>The shift still runs; as of {calendarMoment(report.at)}</Trans>
        ) : (
          <Trans>Made {calendarMoment(report.at)}</Trans>
        )}
      </Text>
      <Part
        title={t`On duty`}
        part={onDuty}
        columns={[
          { head: t({ context: 'work', message: 'Post' }), cell: each => each.postName },
          { head: t`Name`, cell: each => each.workerName },
          { head: t`Shift`, cell: each => spanText(each.startsAt, each.endsAt, locale) },
          { head: t`Handover`, cell: each => <Handover state={each.handover} /> },
        ]}
      />
      <Part
        title={t`Alarms by kind`}
        part={alarms && { total: alarms.reduce((sum, { count }) => sum + count, 0), list: alarms }}
        whole
        columns={[
          { head: t`Alarm`, cell: each => i18n._(typeWords[each.type]) },
          { head: t`Number`, cell: each => number.format(each.count) },
          { head: t`Until taken: median`, cell: each => waited(each.taken.median) },
          { head: t`Until taken: longest`, cell: each => waited(each.taken.longest) },
          { head: t`Until closed: median`, cell: each => waited(each.closed.median) },
          { head: t`Until closed: longest`, cell: each => waited(each.closed.longest) },
          {
            head: t`Handed on open`,
            cell: each => <Text strong={each.open > 0}>{number.format(each.open)}</Text>,
          },
        ]}
      />
      <Part
        title={t`SOS one by one`}
        part={sos}
        columns={[
          {
            head: t`Time`,
            cell: each => <Link to={`/AlarmHistory?open=${each.id}`}>{clockAt(each.raisedAt)}</Link>,
          },
          {
            head: t`Who and where`,
            cell: each => [each.wearerName, each.deviceName, each.place].filter(Boolean).join(' · '),
          },
          { head: t`Taken`, cell: each => <Done by={each.takenBy} at={each.takenAt} /> },
          { head: t`Closed`, cell: each => <Done by={each.handledBy} at={each.handledAt} /> },
          { head: t`Note`, cell: each => each.note },
        ]}
      />
      <Part
        title={t`Calls`}
        said={
          calls && (
            <Trans>
              {number.format(calls.answered)} answered, {number.format(calls.missed)} missed
            </Trans>
          )
        }
        part={calls && { total: calls.missed, list: calls.list }}
        columns={[
          { head: t`Missed at`, cell: each => clockAt(each.startedAt) },
          { head: t`From`, cell: each => each.fromName },
          { head: t`Room`, cell: each => each.roomNo },
        ]}
      />
      <Part
        title={t`Open work handed on`}
        part={work}
        columns={[
          {
            head: t`Work`,
            cell: each => <Link to={`/workItems?open=${each.id}`}>{each.title}</Link>,
          },
          { head: t`Who`, cell: each => each.assigneeName },
          { head: t`Due on`, cell: each => each.dueOn },
        ]}
      />
      <Part
        title={t`Response cards worked off`}
        part={runs}
        columns={[
          {
            head: t`Alarm`,
            cell: each => (
              <Link to={`/AlarmHistory?open=${each.alarmId}`}>{i18n._(typeWords[each.type])}</Link>
            ),
          },
          { head: t`Device`, cell: each => each.deviceName },
          { head: t`Raised`, cell: each => clockAt(each.raisedAt) },
          { head: t`Steps done`, cell: each => `${number.format(each.done)} / ${number.format(each.steps)}` },
          { head: t`Skipped`, cell: each => number.format(each.skipped) },
          { head: t`Last step`, cell: each => each.lastAt !== null && clockAt(each.lastAt) },
        ]}
      />
      <Part
        title={t`Devices that went quiet`}
        part={quiet}
        columns={[
          {
            head: t`Device`,
            cell: each => <Link to={`/DeviceDtail?imei=${encodeURIComponent(each.imei)}`}>{each.name}</Link>,
          },
          { head: t`Place`, cell: each => each.place },
          { head: t`Last at`, cell: each => clockAt(each.at) },
          { head: t`How often`, cell: each => number.format(each.times) },
          {
            head: t`State`,
            cell: each => <Text strong={each.still}>{each.still ? t`Still offline` : t`Back again`}</Text>,
          },
        ]}
      />
      <Part
        title={t`Notes`}
        part={notes}
        columns={[
          { head: t`Area`, cell: each => each.area },
          {
            head: t`Handed over`,
            cell: each => [each.workerName, each.nextWorkerName].filter(Boolean).join(' → '),
          },
          { head: t`Situation`, cell: each => <Text lines>{each.situation}</Text> },
          { head: t`Note`, cell: each => each.note },
          { head: t`Handover`, cell: each => <Handover state={each.state} /> },
        ]}
      />
    </Stack>
  )
}

function Handover({ state }: { state: 'none' | 'open' | 'half' | 'signed' }) {
  const { t } = useLingui()
  if (state === 'signed') return <SeverityBadge tone="ok">{t`Signed by both`}</SeverityBadge>
  if (state === 'half') return <SeverityBadge tone="warning">{t`One signature`}</SeverityBadge>
  return <SeverityBadge tone="off">{state === 'open' ? t`Not signed` : t`No record`}</SeverityBadge>
}

/** Who did it, and when; or that nobody has. */
function Done({ by, at }: { by: string | null; at: number | null }) {
  if (at === null)
    return (
      <Text tone="critical">
        <Trans>Nobody yet</Trans>
      </Text>
    )
  return (
    <>
      {by} {clockAt(at)}
    </>
  )
}

function Link({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className={look({ tone: 'accent', quietLink: true })} href={`#${to}`}>
      {children}
    </a>
  )
}
