// Monitored persons on the map (监管定位): what they wear in the colours of their levels, loose straps and left fences first.
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useCallback, useMemo, useState } from 'react'
import { alarm } from '../../../domain/alarm/alarm.ts'
import { fleetRings, fleetStates, NO_RING } from '../../../domain/device/fleet-columns.ts'
import { type SupervisionLevel, supervisionLevel } from '../../../domain/supervision/incident-step.ts'
import { useFenceLayer } from '../../../resource/map/fence-layer.ts'
import { useMapColours } from '../../../resource/map/map-colours.ts'
import { pageOptions } from '../../../resource/query.ts'
import { useRights } from '../../../resource/surroundings.ts'
import { Age } from '../../../ui/age.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Row, Text } from '../../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import { rankByState } from './fleet-list-order.ts'
import { FleetScreen } from './fleet-screen.tsx'
import type { FleetSearch } from './fleet-search.ts'
import type { Fleet } from './fleet-store.ts'
import { levelLooks, levelPoints } from './level-points.ts'
import { useFleet, useFleetVersion } from './use-fleet.ts'

const nobody: ReadonlyMap<string, MonitoredOnMap> = new Map()
const OFFLINE = fleetStates.indexOf('offline')
const LOOSE = fleetRings.indexOf('loose')
/** Open exits shown; more than that and the alarm list is the place. */
const MOST_EXITS = 100

export interface MonitoredOnMap {
  personId: number
  name: string
  level: SupervisionLevel
  openIncidents: number
}

export interface MonitoredPageProps {
  search: FleetSearch
  /** Who is monitored, by the IMEI of what they wear; undefined until that is known. */
  people: ReadonlyMap<string, MonitoredOnMap> | undefined
  /** The level of somebody in words. */
  Level: ComponentType<{ level: SupervisionLevel }>
}

export function MonitoredPage({ search, people = nobody, Level }: MonitoredPageProps) {
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
      const ring = of.columns.footRings[slot]
      // Silent or never told: it may be off.
      const unknown = ring === NO_RING || of.columns.states[slot] === OFFLINE
      return { loose: ring === LOOSE, unknown: ring !== LOOSE && unknown, out }
    },
    [exits],
  )
  const rank = useCallback(
    (of: Fleet, slot: number) => {
      const { loose, out } = troubleOf(of, slot)
      const person = people.get(of.imeis[slot] ?? '')
      if (loose) return 0
      if (out !== undefined) return 1
      if (person && person.openIncidents > 0) return 2
      // The gravest level first, then who is heard.
      const level = person ? supervisionLevel.options.indexOf(person.level) : 0
      return 3 + (2 - level) * fleetStates.length + rankByState(of, slot)
    },
    [troubleOf, people],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change in place; the version tells of it
  const counts = useMemo(() => {
    let [loose, out] = [0, 0]
    for (let slot = 0; slot < fleet.size; slot++) {
      if (!people.has(fleet.imeis[slot] ?? '')) continue
      const trouble = troubleOf(fleet, slot)
      if (trouble.loose) loose++
      if (trouble.out !== undefined) out++
    }
    return { loose, out }
  }, [fleet, version, troubleOf, people])
  const calm = counts.loose + counts.out === 0
  const among = useMemo(() => [...people.keys()], [people])
  const colours = useMapColours()
  const drawn = useMemo(
    () => ({
      points: levelPoints(fleet, new Map([...people].map(([imei, { level }]) => [imei, level]))),
      looks: levelLooks(colours),
    }),
    [fleet, people, colours],
  )
  const personOf = (slot: number) => {
    const person = people.get(fleet.imeis[slot] ?? '')
    return (
      person && (
        <a
          className={look({ inline: true, touchable: true, tone: 'accent' })}
          href={`#/regulatoryUser?id=${person.personId}`}
        >
          <Trans>Open {person.name}</Trans>
        </a>
      )
    )
  }
  const beneath = useMemo(() => ({ fences }), [fences])
  const trouble = (slot: number) => {
    const { loose, unknown, out } = troubleOf(fleet, slot)
    if (loose) return <SeverityBadge tone="critical">{t`Bracelet loose`}</SeverityBadge>
    if (out !== undefined)
      return (
        <SeverityBadge tone="warning">
          <Trans>
            Left the geofence <Age at={out} />
          </Trans>
        </SeverityBadge>
      )
    if (unknown) return <SeverityBadge tone="attention">{t`Strap unknown`}</SeverityBadge>
    return undefined
  }
  const note = (slot: number) => {
    const person = people.get(fleet.imeis[slot] ?? '')
    // A row of the list has one line for it.
    return (
      <Row gap={1} nowrap>
        {person && <Level level={person.level} />}
        {trouble(slot)}
      </Row>
    )
  }
  return (
    <FleetScreen
      title={i18n._(msg`Monitored persons`)}
      state={state}
      search={search}
      among={among}
      drawn={drawn}
      rank={rank}
      onlySlots={urgent ? slot => rank(fleet, slot) < 3 : undefined}
      beneath={beneath}
      note={note}
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
          {note(slot)}
          {personOf(slot)}
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
