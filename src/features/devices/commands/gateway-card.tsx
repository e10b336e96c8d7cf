// A gateway with the switches behind it: how each stands, what flows through it, commands in place.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { device } from '../../../domain/device/device.ts'
import { latestReading } from '../../../domain/device/latest-reading.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import type { RowOf } from '../../../domain/entity.ts'
import { pageOptions } from '../../../resource/query.ts'
import { look } from '../../../ui/kit/look.ts'
import { Card, Center, Inline, List, Muted, Row, SectionTitle, Stack } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import type { Device } from '../device-badges.tsx'
import { stateWords } from '../device-words.ts'
import { placeOf } from '../place.ts'
import css from './commands.module.css'
import { SwitchControl } from './switch-control.tsx'
import { SwitchMarks } from './switch-marks.tsx'

const MOST_CHANNELS = 64
const MOST_MEASURED = 200
/** Live messages keep currents and voltages fresh; this catches what was missed while the connection was down. */
const ASK_MS = MINUTE_MS
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
    <Card as="section" stack gap={3} aria-label={gateway.name}>
      <Row as="header" wrap align="start" gap={2}>
        <div className={css.grow}>
          <SectionTitle breaks>
            <a
              className={look({ grows: 'small', shrink: true, breaks: true, quietLink: true })}
              href={`#/DeviceDtail?imei=${gateway.imei}`}
            >
              <bdi>{gateway.name}</bdi>
            </a>
          </SectionTitle>
          <Muted as="p">
            <bdi>{placeOf(gateway)}</bdi>
            {' · '}
            <Plural value={behind.length} one="# switch" other="# switches" />
            {dark > 0 && (
              <>
                {' · '}
                <Plural value={dark} one="# switched off" other="# switched off" />
              </>
            )}
          </Muted>
        </div>
        <Measured reading={readings.get(gateway.id)} />
        <StateMark shape={stateWords[gateway.state].shape} label={i18n._(stateWords[gateway.state].label)} />
      </Row>
      <SwitchControl device={gateway} />
      {data && <SwitchTiles rows={behind} readings={readings} />}
    </Card>
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
        <Muted as="p">
          <Trans>No switch is connected to it yet: choose it as the gateway in the form of a breaker.</Trans>
        </Muted>
      )}
      <List stack gap={3} tiles="large">
        {rows.map(row => (
          <li
            key={row.id}
            className={look(
              { stack: true, content: 'start', gap: 2, shrink: true, pad: 3, round: 'control' },
              css.tile,
              row.closed === false ? css.dark : undefined,
            )}
          >
            <Row justify="between" gap={2} className={css.tileHead}>
              <Center
                as="span"
                rigid
                ground="sunken"
                round="control"
                size="small"
                strong
                tone="ink-2"
                h={26}
                miw={26}
              >
                {row.channel}
              </Center>
              <Stack as="span" shrink text="start" grows="small" className={css.lineText}>
                <a
                  className={look({ grows: 'small', shrink: true, breaks: true, quietLink: true })}
                  href={`#/DeviceDtail?imei=${row.imei}`}
                >
                  <bdi>{row.name}</bdi>
                </a>
                <Muted>
                  <bdi>{placeOf(row)}</bdi>
                </Muted>
              </Stack>
              <StateMark shape={stateWords[row.state].shape} label={i18n._(stateWords[row.state].label)} />
            </Row>
            <Row wrap justify="between" gap={2}>
              <SwitchMarks row={row} />
              <Measured reading={readings.get(row.id)} />
            </Row>
            <SwitchControl device={row} bare />
          </li>
        ))}
      </List>
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
    <Inline wrap align="stretch" gap={1} columnGap={2} size="small" tone="ink-2">
      {voltage !== null && <bdi title={t`Voltage`}>{`${number.format(voltage)} V`}</bdi>}
      {current !== null && <bdi title={t`Current`}>{`${number.format(current)} A`}</bdi>}
    </Inline>
  )
}
