// The panel of one alarm: badges, links to place and device, facts, its timeline.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { alarmTimeline } from '../../contract/endpoints/message.ts'
import type { alarm } from '../../domain/alarm/alarm.ts'
import type { RowOf } from '../../domain/entity.ts'
import { call } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Elapsed } from '../../ui/age.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import css from './alarm-peek.module.css'
import { eventWords, severityWords } from './alarm-words.ts'
import { WaitingNote } from './waiting-note.tsx'

export type AlarmRow = RowOf<typeof alarm>

// A change of the alarm is a new line of its timeline, so its version belongs to the key.
const timelineOptions = (id: number, version: number) =>
  queryOptions({
    queryKey: ['alarm', id, 'timeline', version] as const,
    queryFn: ({ signal }) => call(alarmTimeline, { id }, { signal }),
  })

export function AlarmBadges({ row }: { row: AlarmRow }) {
  const { i18n } = useLingui()
  return (
    <>
      <SeverityBadge tone={row.severity} urgent={row.status === 'open'}>
        {i18n._(severityWords[row.severity])}
      </SeverityBadge>
      <Holder row={row} />
    </>
  )
}

/** Who has the alarm, in words. */
export function Holder({ row }: { row: AlarmRow }) {
  if (row.status === 'handled') {
    return (
      <SeverityBadge tone="ok">
        {row.handledBy ? <Trans>Handled by {row.handledBy}</Trans> : <Trans>Handled</Trans>}
      </SeverityBadge>
    )
  }
  if (row.status === 'taken')
    return <SeverityBadge tone="info">{row.takenBy ?? <Trans>Taken</Trans>}</SeverityBadge>
  return (
    <SeverityBadge tone={row.severity === 'critical' ? 'critical' : 'off'}>
      <Trans>Nobody yet</Trans>
    </SeverityBadge>
  )
}

/** Leads inside the console without a reload; the address stays one that can be copied. */
export function useGo(): (path: string) => { href: string; onClick: (event: MouseEvent) => void } {
  const router = useRouter()
  return path => ({
    href: `#${path}`,
    onClick: event => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      router.history.push(path)
    },
  })
}

export const mapPath = (row: Pick<AlarmRow, 'imei'>): string =>
  `/location?imei=${encodeURIComponent(row.imei)}`

export function AlarmLinks({ row }: { row: AlarmRow }) {
  const go = useGo()
  return (
    <>
      {row.userPhone && (
        <Button
          variant="default"
          component="a"
          href={`tel:${row.userPhone}`}
          leftSection={<Icon name="phone" />}
        >
          <Trans>Call</Trans>
        </Button>
      )}
      <Button variant="default" component="a" {...go(mapPath(row))} leftSection={<Icon name="pin" />}>
        <Trans>On the map</Trans>
      </Button>
    </>
  )
}

export function AlarmPeek({ row }: { row: AlarmRow }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const go = useGo()
  const number = numberFormat(locale)
  return (
    <>
      <PeekSection
        title={<Trans>What and where</Trans>}
        aside={row.status !== 'handled' && <Elapsed since={row.raisedAt} />}
      >
        <WaitingNote id={row.id} />
        <Facts
          facts={[
            { id: 'value', label: t`Value`, value: row.value === null ? null : number.format(row.value) },
            { id: 'limit', label: t`Limit`, value: row.limit === null ? null : number.format(row.limit) },
            { id: 'person', label: t`Person`, value: row.wearerName },
            {
              id: 'phone',
              label: t`Phone`,
              value: row.userPhone && (
                <a className={css.link} href={`tel:${row.userPhone}`}>
                  {row.userPhone}
                </a>
              ),
            },
            {
              id: 'device',
              label: t`Device`,
              value: (
                <a className={css.link} {...go(`/DeviceDtail?imei=${row.imei}`)}>
                  {row.deviceName}
                </a>
              ),
            },
            { id: 'imei', label: t`IMEI`, value: <bdi dir="ltr">{row.imei}</bdi> },
            { id: 'place', label: t`Place`, value: row.place },
            {
              id: 'room',
              label: t`Building, unit, room`,
              value: [row.building, row.unit, row.roomNo].filter(Boolean).join(', '),
            },
            { id: 'raised', label: t`Raised`, value: <bdi dir="ltr">{formatMoment(row.raisedAt)}</bdi> },
            { id: 'note', label: t`Note`, value: row.note },
          ]}
        />
      </PeekSection>
      <Timeline id={row.id} version={row.version} />
    </>
  )
}

function Timeline({ id, version }: { id: number; version: number }) {
  const { i18n } = useLingui()
  const query = useQuery(timelineOptions(id, version))
  return (
    <PeekSection title={<Trans>Timeline</Trans>}>
      {query.data ? (
        <ol className={css.timeline}>
          {query.data.map(event => (
            <li key={event.id} data-kind={event.kind}>
              <bdi dir="ltr" className={css.at}>
                {formatMoment(event.at)}
              </bdi>
              <p>
                {i18n._(eventWords[event.kind])}
                {event.userName && (
                  <>
                    {' · '}
                    <bdi>{event.userName}</bdi>
                  </>
                )}
              </p>
              {event.note && (
                <p className={css.note}>
                  <bdi>{event.note}</bdi>
                </p>
              )}
              {event.recordedAt - event.at > LATE_MS && (
                <p className={css.late}>
                  <Trans>
                    Reached the server at <bdi dir="ltr">{formatMoment(event.recordedAt)}</bdi>
                  </Trans>
                </p>
              )}
            </li>
          ))}
        </ol>
      ) : query.isError ? (
        <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
      ) : (
        <Loading variant="detail" count={2} />
      )}
    </PeekSection>
  )
}

/** Later than this, an event was kept on a device before it reached the server. */
const LATE_MS = 60_000
