// Monitored persons on the map (监管定位): bracelets and watches, loose rings and left fences first.
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useCallback, useMemo, useState } from 'react'
import { alarm } from '../../../domain/alarm/alarm.ts'
import type { DeviceKind } from '../../../domain/device/device.ts'
import { fleetRings } from '../../../domain/device/fleet-columns.ts'
import { useFenceLayer } from '../../../resource/map/fence-layer.ts'
import { pageOptions } from '../../../resource/query.ts'
import { useRights } from '../../../resource/surroundings.ts'
import { Age } from '../../../ui/age.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Text } from '../../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import { rankByState } from './fleet-list-order.ts'
import { FleetScreen } from './fleet-screen.tsx'
import type { FleetSearch } from './fleet-search.ts'
import type { Fleet } from './fleet-store.ts'
import { useFleet, useFleetVersion } from './use-fleet.ts'

const monitored: readonly DeviceKind[] = ['ankleBracelet', 'watch', 'wristband']
const LOOSE = fleetRings.indexOf('loose')
/** Open exits shown; more than that and the alarm list is the place. */
const MOST_EXITS = 100

export interface MonitoredPageProps {
  search: FleetSearch
  /** Level of supervision of whoever wears a device, where people are known by level. */
  Level?: ComponentType<{ imei: string }>
}

export function MonitoredPage({ search, Level }: MonitoredPageProps) {
  const { i18n, t } = useLingui()
  const state = useFleet()
  const { fleet } = state
  const version = useFleetVersion(fleet)
  const exits = useExits()
  const fences = useFenceLayer({ wanted: true })
  const [urgent, setUrgent] = useState(false)
  const troubleOf = useCallback(
    (of: Fleet, slot: number) => {
      const out = exits.get(of.imeis[slot] ?? '')
      return { loose: of.columns.footRings[slot] === LOOSE, out }
    },
    [exits],
  )
  const rank = useCallback(
    (of: Fleet, slot: number) => {
      const { loose, out } = troubleOf(of, slot)
      return loose ? 0 : out !== undefined ? 1 : 2 + rankByState(of, slot)
    },
    [troubleOf],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change in place; the version tells of it
  const counts = useMemo(() => {
    let [loose, out] = [0, 0]
    for (let slot = 0; slot < fleet.size; slot++) {
      const trouble = troubleOf(fleet, slot)
      if (trouble.loose) loose++
      if (trouble.out !== undefined) out++
    }
    return { loose, out }
  }, [fleet, version, troubleOf])
  const calm = counts.loose + counts.out === 0
  const beneath = useMemo(() => ({ fences }), [fences])
  const trouble = (slot: number) => {
    const { loose, out } = troubleOf(fleet, slot)
    if (loose) return <SeverityBadge tone="critical">{t`Bracelet loose`}</SeverityBadge>
    if (out !== undefined)
      return (
        <SeverityBadge tone="warning">
          <Trans>
            Left the geofence <Age at={out} />
          </Trans>
        </SeverityBadge>
      )
    return undefined
  }
  return (
    <FleetScreen
      title={i18n._(msg`Monitored persons`)}
      state={state}
      search={search}
      kinds={monitored}
      rank={rank}
      onlySlots={urgent ? slot => rank(fleet, slot) < 2 : undefined}
      beneath={beneath}
      note={trouble}
      head={
        <button
          type="button"
          className={look({
            row: true,
            wrap: true,
            gap: 1,
            columnGap: 4,
            atLeast: 'finger',
            padX: 3,
            ground: calm ? 'raised' : 'critical-soft',
            round: 'control',
            strong: true,
            tone: calm ? 'ink-2' : 'critical',
            text: 'start',
            pointer: true,
            edge: calm ? 'line' : 'critical',
            loud: urgent,
          })}
          aria-pressed={urgent}
          onClick={() => setUrgent(!urgent)}
        >
          <Text plain={counts.loose === 0} tone={counts.loose === 0 && !urgent ? 'ink-2' : 'same'}>
            <Plural value={counts.loose} one="# bracelet loose" other="# bracelets loose" />
          </Text>
          <Text plain={counts.out === 0} tone={counts.out === 0 && !urgent ? 'ink-2' : 'same'}>
            <Plural value={counts.out} one="# outside a geofence" other="# outside a geofence" />
          </Text>
        </button>
      }
      more={slot => (
        <>
          {trouble(slot)}
          {Level && <Level imei={fleet.imeis[slot] ?? ''} />}
        </>
      )}
    />
  )
}

/** Since when who is outside: open alarms say it, live. */
function useExits(): ReadonlyMap<string, number> {
  const may = useRights()
  const { data } = useQuery({
    ...pageOptions(alarm, {
      page: 1,
      size: MOST_EXITS,
      sort: '-raisedAt',
      type: ['fenceExit'],
      status: ['open', 'taken'],
    }),
    enabled: may('alarm.read'),
    refetchInterval: 30_000,
  })
  return useMemo(
    () =>
      new Map(
        (data?.list ?? [])
          .filter(({ status }) => status !== 'handled')
          .map(({ imei, raisedAt }) => [imei, raisedAt] as const)
          .reverse(),
      ),
    [data],
  )
}
