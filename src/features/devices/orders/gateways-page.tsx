// Gateways with the switches behind them: how each stands, what flows through it, orders in place.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { device } from '../../../domain/device/device.ts'
import { latestReading } from '../../../domain/device/latest-reading.ts'
import type { RowOf } from '../../../domain/entity.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { pageOptions } from '../../../resource/query.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { PageFrame, PageHead } from '../../../ui/page-frame.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import { Empty, ErrorState, Loading, StaleBadge } from '../../../ui/states.tsx'
import type { Device } from '../device-badges.tsx'
import { stateWords } from '../device-words.ts'
import { placeOf } from '../place.ts'
import { NotAllowed } from './order-page.tsx'
import css from './orders.module.css'
import { SwitchControl } from './switch-control.tsx'
import { SwitchMarks } from './switch-marks.tsx'

const SHOWN = 6
const MOST_CHANNELS = 64
const PAUSE_MS = 250
/** Currents and voltages are asked for; states come by themselves. */
const ASK_MS = 15_000
const MEASURING = ['gateway', 'breaker', 'airSwitch', 'electricityMeter'] as const

type Reading = RowOf<typeof latestReading>

export function GatewaysPage() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const [page, setPage] = useState(1)
  const { data, error, isError, refetch, dataUpdatedAt } = useQuery(
    pageOptions(device, { page, size: SHOWN, sort: 'name', kind: ['gateway'], ...(q && { q }) }),
  )
  const readings = useQuery({
    ...pageOptions(latestReading, { page: 1, size: 200, sort: 'name', kind: [...MEASURING] }),
    refetchInterval: ASK_MS,
  })
  const byDevice = new Map(readings.data?.list.map(row => [row.id, row]))
  return (
    <PageFrame scrolls>
      <PageHead
        title={t`4G gateways`}
        count={data?.total}
        end={
          <TextInput
            aria-label={t`Search gateways`}
            placeholder={t`Search`}
            type="search"
            leftSection={<Icon name="search" size={16} />}
            value={typed}
            maxLength={100}
            onChange={event => {
              setTyped(event.currentTarget.value)
              setPage(1)
            }}
          />
        }
      >
        {(!online || isError) && data && <StaleBadge at={dataUpdatedAt} />}
      </PageHead>
      {!may('device.switch') && <NotAllowed />}
      {!data && !isError && <Loading variant="cards" count={3} />}
      {!data && isError && <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />}
      {data?.list.length === 0 && (
        <Empty
          icon="signal"
          title={q ? <Trans>No gateway fits</Trans> : <Trans>No gateways yet</Trans>}
          why={
            q ? undefined : (
              <Trans>Add a device of the type 4G gateway, then name it as the gateway of its switches.</Trans>
            )
          }
          action={
            q ? undefined : (
              <a className={css.link} href="#/DeviceList">
                <Trans>To the devices</Trans>
              </a>
            )
          }
        />
      )}
      <div className={css.gateways}>
        {data?.list.map(row => (
          <Gateway key={row.id} gateway={row} readings={byDevice} />
        ))}
      </div>
      {data && data.total > SHOWN && (
        <Pagination page={page} pageSize={SHOWN} total={data.total} onPage={setPage} />
      )}
    </PageFrame>
  )
}

function Gateway({ gateway, readings }: { gateway: Device; readings: ReadonlyMap<number, Reading> }) {
  const { i18n } = useLingui()
  const { data } = useQuery(
    pageOptions(device, { page: 1, size: MOST_CHANNELS, sort: 'name', gatewayId: gateway.id }),
  )
  const behind = (data?.list ?? []).toSorted((a, b) => (a.channel ?? 0) - (b.channel ?? 0))
  const dark = behind.filter(({ closed }) => closed === false).length
  return (
    <section className={css.card} aria-label={gateway.name}>
      <header className={css.boardHead}>
        <div className={css.grow}>
          <h2 className={css.cardTitle}>
            <a className={css.resultName} href={`#/DeviceDtail?imei=${gateway.imei}`}>
              <bdi>{gateway.name}</bdi>
            </a>
          </h2>
          <p className={css.quiet}>
            <bdi>{placeOf(gateway)}</bdi>
            {' · '}
            <Plural value={behind.length} one="# switch" other="# switches" />
            {dark > 0 && (
              <>
                {' · '}
                <Plural value={dark} one="# switched off" other="# switched off" />
              </>
            )}
          </p>
        </div>
        <Measured reading={readings.get(gateway.id)} />
        <StateMark shape={stateWords[gateway.state].shape} label={i18n._(stateWords[gateway.state].label)} />
      </header>
      <SwitchControl device={gateway} />
      {data && behind.length === 0 && (
        <p className={css.quiet}>
          <Trans>No switch hangs on it yet: name it as the gateway in the form of a breaker.</Trans>
        </p>
      )}
      <ul className={css.tiles}>
        {behind.map(row => (
          <li key={row.id} className={row.closed === false ? `${css.tile} ${css.dark}` : css.tile}>
            <div className={css.tileHead}>
              <span className={css.channel}>{row.channel}</span>
              <span className={css.lineText}>
                <a className={css.resultName} href={`#/DeviceDtail?imei=${row.imei}`}>
                  <bdi>{row.name}</bdi>
                </a>
                <bdi className={css.quiet}>{placeOf(row)}</bdi>
              </span>
              <StateMark shape={stateWords[row.state].shape} label={i18n._(stateWords[row.state].label)} />
            </div>
            <div className={css.tileHead}>
              <SwitchMarks row={row} />
              <Measured reading={readings.get(row.id)} />
            </div>
            <SwitchControl device={row} bare />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Voltage and current, as last measured. */
function Measured({ reading }: { reading: Reading | undefined }) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale(), { maximumFractionDigits: 1 })
  const { voltage = null, current = null } = reading ?? {}
  if (voltage === null && current === null) return null
  return (
    <span className={css.measured}>
      {voltage !== null && <bdi title={t`Voltage`}>{`${number.format(voltage)} V`}</bdi>}
      {current !== null && <bdi title={t`Current`}>{`${number.format(current)} A`}</bdi>}
    </span>
  )
}
