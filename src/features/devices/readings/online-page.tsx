// When a device was online and offline: the band, its shares, the longest outage, the changes one by one.

import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { onlineHistory } from '../../../contract/endpoints/life.ts'
import { device } from '../../../domain/device/device.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { sendRequest } from '../../../platform/http.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { useChangeSearch } from '../../../resource/address.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { pageOptions } from '../../../resource/query.ts'
import { calendarMoment } from '../../../ui/calendar.ts'
import { type Band, BandChart } from '../../../ui/chart/band-chart.tsx'
import { PeriodField } from '../../../ui/dates/period-field.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Box, Card, Row, Stack, Table, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { PageFrame, PageHead } from '../../../ui/page-frame.tsx'
import type { Period } from '../../../ui/period.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { DeviceBadges } from '../device-badges.tsx'
import { DevicePicker } from '../device-picker.tsx'
import { addRecentDevices, recentDevices } from '../recent-devices.ts'
import { bandsOf, type Outage, outagesOf } from './online-bands.ts'
import { ReadingChoice } from './reading-choice.tsx'
import type { ReadingSearch } from './reading-search.ts'
import css from './readings.module.css'
import { TimeShown } from './time-shown.tsx'
import { usePeriod } from './use-period.ts'

type History = z.output<typeof onlineHistory.response>
const SHOWN = 200

const historyOptions = (imei: string, { from, to }: Period) => ({
  queryKey: ['device', imei, 'online', from, to] as const,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<History> =>
    sendRequest(onlineHistory, { imei, from, to }, { signal }),
  placeholderData: keepPreviousData,
  staleTime: MINUTE_MS / 2,
})

export function OnlinePage({ search }: { search: ReadingSearch }) {
  const { i18n, t } = useLingui()
  const imei = String(search.imei ?? '') || recentDevices()[0]?.imei
  const change = useChangeSearch(search)
  const query = useQuery({
    ...pageOptions(device, { page: 1, size: 2, imei: imei ?? '' }),
    enabled: imei !== undefined,
  })
  const row = query.data?.list.find(each => each.imei === imei)
  const { period, span } = usePeriod({ ...search, span: search.span ?? 'week' })
  const history = useQuery({ ...historyOptions(imei ?? '', period), enabled: row !== undefined })
  useEffect(() => {
    if (row) addRecentDevices([row])
  }, [row])
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Online history' })}>
        <Box miw={200} flex="0 1 320px" className={css.picker}>
          <DevicePicker
            bare
            label={t`Device`}
            placeholder={t`Name or IMEI`}
            value={imei}
            onChange={next => next && change({ imei: next })}
          />
        </Box>
      </PageHead>
      {imei === undefined ? (
        <ReadingChoice onChoose={next => change({ imei: next })} />
      ) : !row ? (
        query.isError ? (
          <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
        ) : query.isPending ? (
          <Loading variant="detail" />
        ) : (
          <Empty
            title={t`There is no such device`}
            why={t`It may have been deleted, or it belongs to another company.`}
          />
        )
      ) : (
        <Stack gap={3}>
          <Row wrap gap={2}>
            <a
              className={look({ size: 'section', strong: true, breaks: true, quietLink: true })}
              href={`#/DeviceDtail?imei=${row.imei}`}
            >
              <bdi>{row.name}</bdi>
            </a>
            <DeviceBadges device={row} />
          </Row>
          <Card as="section" aria-label={t`Online history`}>
            <Row wrap gap={2} columnGap={3} below={2}>
              <TimeShown time={{ period, span }} onChange={change} />
            </Row>
            {span === undefined && (
              <PeriodField from={period.from} to={period.to} onChange={next => change({ ...next })} />
            )}
            {history.data ? (
              <HistoryParts
                history={history.data}
                period={{ from: period.from, to: Math.min(period.to, serverNow()) }}
              />
            ) : history.isError ? (
              <ErrorState
                what={i18n._(wordsForError(history.error))}
                onRetry={() => void history.refetch()}
              />
            ) : (
              <Loading variant="detail" count={3} />
            )}
          </Card>
        </Stack>
      )}
    </PageFrame>
  )
}

function HistoryParts({ history, period }: { history: History; period: Period }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const length = useLength()
  const bands: Band[] = bandsOf(history, period).map(band => ({
    ...band,
    tone: band.state === 1 ? 'ok' : band.state === 2 ? 'off' : 'none',
    label: band.state === 1 ? t`Online` : band.state === 2 ? t`Offline` : t`not known`,
  }))
  const outages = outagesOf(history, period)
  const longest = outages.reduce<Outage | undefined>(
    (most, each) => (!most || each.to - each.from > most.to - most.from ? each : most),
    undefined,
  )
  const known = history.onlineMs + history.offlineMs
  const share =
    known === 0
      ? undefined
      : numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(history.onlineMs / known)
  const figures = [
    { label: t`Online`, value: share ?? '—', note: known === 0 ? t`not known` : length(history.onlineMs) },
    { label: t`Offline`, value: length(history.offlineMs), note: t`Outages: ${outages.length}` },
    {
      label: t`Longest outage`,
      value: longest ? length(longest.to - longest.from) : '—',
      note: longest ? calendarMoment(longest.from) : t`None`,
    },
    { label: t`Changes`, value: numberFormat(locale).format(history.changes.length), note: '' },
  ]
  const said =
    share === undefined
      ? t`Nothing is known of this time.`
      : t`Online ${share} of the time, outages: ${outages.length}.`
  const lines = history.changes.toReversed().slice(0, SHOWN)
  return (
    <>
      <BandChart label={said} bands={bands} from={period.from} to={period.to} />
      <Stack gap={2} tiles="small" evenOnPhone>
        {figures.map(({ label, value, note }) => (
          <Stack key={label} content="start" gap={1} shrink pad={3} round="card" className={css.figure}>
            <Text size="caption" plain tone="ink-2" className={css.figureName}>
              {label}
            </Text>
            <Text as="bdi" size="large" strong>
              {value}
            </Text>
            <Row as="span" wrap gap={1} columnGap={2} size="caption" tone="ink-3" className={css.figureAge}>
              {note}
            </Row>
          </Stack>
        ))}
      </Stack>
      {history.cut && (
        <Text as="p" above={2} size="caption" tone="ink-3">
          <Trans>There are more changes than are shown; choose a shorter time.</Trans>
        </Text>
      )}
      {lines.length === 0 ? (
        <Text as="p" plain tone="ink-3">
          <Trans>The device neither came nor went in this time.</Trans>
        </Text>
      ) : (
        <Box above={2} scroll="x">
          <Table>
            <caption className="gh-hidden">{t`Changes`}</caption>
            <thead>
              <tr>
                <th scope="col">{t`Time`}</th>
                <th scope="col">{t`State`}</th>
                <th scope="col">{t`Code`}</th>
                <th scope="col">{t`Lasted`}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ at, state }, index) => {
                const until = index === 0 ? period.to : (lines[index - 1]?.at ?? period.to)
                return (
                  <tr key={`${at} ${state}`}>
                    <th scope="row">
                      <bdi dir="ltr">{calendarMoment(at)}</bdi>
                    </th>
                    <td>
                      <StateMark
                        shape={state === 1 ? 'online' : 'offline'}
                        label={state === 1 ? t`Online` : t`Offline`}
                      />
                    </td>
                    <td>{state}</td>
                    <td>{length(until - at)}</td>
                  </tr>
                )
              })}
            </tbody>
          </Table>
        </Box>
      )}
    </>
  )
}

/** A length of time in its two largest units. */
function useLength(): (ms: number) => string {
  const locale = useIntlLocale()
  const unit = (value: number, name: 'day' | 'hour' | 'minute' | 'second') =>
    numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
  return ms => {
    const seconds = Math.max(0, Math.round(ms / 1000))
    const parts = [
      [Math.floor(seconds / 86_400), 'day'],
      [Math.floor(seconds / 3600) % 24, 'hour'],
      [Math.floor(seconds / 60) % 60, 'minute'],
      [seconds % 60, 'second'],
    ] as const
    const first = parts.findIndex(([value]) => value > 0)
    if (first < 0) return unit(0, 'second')
    return parts
      .slice(first, first + 2)
      .filter(([value]) => value > 0)
      .map(([value, name]) => unit(value, name))
      .join(' ')
  }
}
