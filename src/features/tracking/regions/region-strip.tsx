// The fullest regions of a fleet in one line, each with its devices and its alarms of today's 24 hours, and a way into it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { regionsOptions } from '../../../resource/map/region-query.ts'
import { look } from '../../../ui/kit/look.ts'
import { List, Row, SectionTitle, Stack, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import type { FleetState } from '../fleet/use-fleet.ts'
import { useHeatCounts } from '../fleet/use-heat.ts'
import { regionRows, rememberingFinder, UNKNOWN } from './region-figures.ts'
import { useRegionName } from './region-name.ts'

/** Devices move from region to region so seldom that looking through all of them can wait. */
const LOOK_MS = 10_000
const MOST_SHOWN = 8

export function RegionStrip({ state }: { state: FleetState }) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const nameOf = useRegionName()
  const regions = useQuery(regionsOptions())
  const heat = useHeatCounts('day')
  const { fleet, refreshing } = state
  const [looked, setLooked] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setLooked(count => count + 1), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  const provinces = regions.data
  const find = useMemo(() => provinces && rememberingFinder(provinces), [provinces])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change in place; they are looked at now and then, and once they came
  const rows = useMemo(() => {
    if (!provinces || !find) return []
    const devices = { ...fleet.columns, size: fleet.columns.ids.length }
    const spots = heat.data?.spots ?? []
    const found = regionRows(provinces, find, devices, spots, {})
    const [only] = found
    // Who stands in one province is told its cities.
    return found.length === 1 && only && only.code !== UNKNOWN
      ? regionRows(provinces, find, devices, spots, { province: only.code }).map(row => ({
          ...row,
          search: `province=${only.code}&city=${row.code}`,
        }))
      : found.map(row => ({ ...row, search: `province=${row.code}` }))
  }, [provinces, find, fleet, looked, refreshing, heat.data])
  if (rows.length === 0) return null
  return (
    <Stack as="section" gap={2} aria-label={t`Regions`}>
      <Row gap={3} justify="between">
        <SectionTitle>{t`Regions`}</SectionTitle>
        <a className={look({ tone: 'accent', size: 'small' })} href="#/province">
          <Trans>All regions</Trans>
        </a>
      </Row>
      <List stack tiles="small" gap={2}>
        {rows.slice(0, MOST_SHOWN).map(row => (
          <li key={row.code}>
            <a
              className={look({
                stack: true,
                gap: 1,
                pad: 2,
                round: 'control',
                edge: 'line',
                hovers: true,
                undecorated: true,
                tone: 'ink',
              })}
              href={`#/province?${row.search}`}
            >
              <Row as="span" justify="between" gap={2}>
                <Text as="bdi" strong>
                  {nameOf(row)}
                </Text>
                <Text strong>{number.format(row.devices)}</Text>
              </Row>
              <Row as="span" gap={3} wrap size="caption" tone="ink-2">
                <span>
                  <StateMark shape="online" /> {number.format(row.byState.online)}
                </span>
                <span>
                  <StateMark shape="abnormal" /> {number.format(row.byState.abnormal)}
                </span>
                <span>
                  <StateMark shape="offline" /> {number.format(row.byState.offline)}
                </span>
                {heat.data && <Trans>{number.format(row.alarms)} alarms in 24 hours</Trans>}
              </Row>
            </a>
          </li>
        ))}
      </List>
    </Stack>
  )
}
