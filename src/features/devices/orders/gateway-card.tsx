// A gateway with the switches behind it: how each stands, what flows through it, orders in place.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { device } from '../../../domain/device/device.ts'
import { latestReading } from '../../../domain/device/latest-reading.ts'
import type { RowOf } from '../../../domain/entity.ts'
import { pageOptions } from '../../../resource/query.ts'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import type { Device } from '../device-badges.tsx'
import { stateWords } from '../device-words.ts'
import { placeOf } from '../place.ts'
import css from './orders.module.css'
import { SwitchControl } from './switch-control.tsx'
import { SwitchMarks } from './switch-marks.tsx'

const MOST_CHANNELS = 64
const MOST_MEASURED = 200
/** Messages keep currents and voltages fresh; asked again only for what was missed while they did not come. */
const ASK_MS = 60_000
const MEASURING = ['gateway', 'breaker', 'airSwitch', 'electricityMeter'] as const

type Reading = RowOf<typeof latestReading>

/** What flows now, by device. */
export function useMeasured(): ReadonlyMap<number, Reading> {
  const { data } = useQuery({
    ...pageOptions(latestReading, { page: 1, size: MOST_MEASURED, sort: 'name', kind: [...MEASURING] }),
    refetchInterval: ASK_MS,
  })
  return new Map(data?.list.map(row => [row.id, row]))
}

interface GatewayCardProps {
  gateway: Device
  readings: ReadonlyMap<number, Reading>
}

export function GatewayCard({ gateway, readings }: GatewayCardProps) {
  const { i18n } = useLingui()
  const data = useBehind(gateway)
  const behind = data?.rows ?? []
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
      {data && <SwitchTiles rows={behind} readings={readings} />}
    </section>
  )
}

/** The switches behind a gateway, on its own page. */
export function SwitchesBehind({ gateway }: { gateway: Device }) {
  const readings = useMeasured()
  return (
    <>
      <SwitchControl device={gateway} />
      <SwitchTiles rows={useBehind(gateway)?.rows ?? []} readings={readings} />
    </>
  )
}

function useBehind({ id }: Device) {
  const { data } = useQuery(
    pageOptions(device, { page: 1, size: MOST_CHANNELS, sort: 'name', gatewayId: id }),
  )
  return data && { rows: data.list.toSorted((a, b) => (a.channel ?? 0) - (b.channel ?? 0)) }
}

function SwitchTiles({
  rows,
  readings,
}: {
  rows: readonly Device[]
  readings: ReadonlyMap<number, Reading>
}) {
  const { i18n } = useLingui()
  return (
    <>
      {rows.length === 0 && (
        <p className={css.quiet}>
          <Trans>No switch is connected to it yet: choose it as the gateway in the form of a breaker.</Trans>
        </p>
      )}
      <ul className={css.tiles}>
        {rows.map(row => (
          <li key={row.id} className={row.closed === false ? `${css.tile} ${css.dark}` : css.tile}>
            <div className={css.tileHead}>
              <span className={css.channel}>{row.channel}</span>
              <span className={css.lineText}>
                <a className={css.resultName} href={`#/DeviceDtail?imei=${row.imei}`}>
                  <bdi>{row.name}</bdi>
                </a>
                <span className={css.quiet}>
                  <bdi>{placeOf(row)}</bdi>
                </span>
              </span>
              <StateMark shape={stateWords[row.state].shape} label={i18n._(stateWords[row.state].label)} />
            </div>
            <div className={css.tileLine}>
              <SwitchMarks row={row} />
              <Measured reading={readings.get(row.id)} />
            </div>
            <SwitchControl device={row} bare />
          </li>
        ))}
      </ul>
    </>
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
