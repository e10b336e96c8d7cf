// Layers, devices and commands on one bar over the map (控制台).
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Bounds } from '../../../domain/geo/geo.ts'
import type { MapEvents, MapLayer } from '../../../platform/map/map-port.ts'
import { useFenceLayer } from '../../../resource/map/fence-layer.ts'
import { useRights } from '../../../resource/surroundings.ts'
import { Icon, type IconName } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Row, Text } from '../../../ui/kit/parts.tsx'
import css from './control-bar.module.css'
import { DeviceCommands } from './device-commands.tsx'
import { listedSlots } from './fleet-list-order.ts'
import { rowOfSlot } from './fleet-rows.ts'
import { FleetScreen } from './fleet-screen.tsx'
import type { FleetSearch } from './fleet-search.ts'
import { HeatLegend } from './heat-legend.tsx'
import { useFleet, useFleetVersion } from './use-fleet.ts'
import { type HeatPeriod, useHeat } from './use-heat.ts'
import { MOST_LABELS, useLabels } from './use-labels.ts'

/** Commands go to so many at once. */
const MOST_CHOSEN = 1_000

type Toggle = 'devices' | 'fences' | 'plans' | 'heat' | 'labels'

export interface ControlBarPageProps {
  search: FleetSearch
  /** Site plans, the lowest first. */
  plans?: Readonly<Record<string, MapLayer>> | undefined
}

export function ControlBarPage({ search, plans }: ControlBarPageProps) {
  const { t } = useLingui()
  const may = useRights()
  const state = useFleet()
  const { fleet } = state
  const version = useFleetVersion(fleet)
  const [on, setOn] = useState<ReadonlySet<Toggle>>(new Set(['devices', 'fences', 'plans']))
  const [period, setPeriod] = useState<HeatPeriod>('week')
  const [bounds, setBounds] = useState<Bounds>()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const fences = useFenceLayer({ wanted: on.has('fences') })
  const heat = useHeat(on.has('heat') ? period : undefined)
  const labels = useLabels(fleet, { wanted: on.has('labels'), bounds, version })
  const beneath = useMemo(
    () => ({ ...(on.has('plans') ? plans : {}), heat: heat.layer, fences }),
    [on, plans, heat.layer, fences],
  )
  const above = useMemo(() => ({ labels }), [labels])
  const ids = useChosenIds(fleet.columns.ids, chosen)
  const toggle = (name: Toggle) =>
    setOn(before => {
      const next = new Set(before)
      if (!next.delete(name)) next.add(name)
      return next
    })
  const choose = (slot: number) => {
    const id = fleet.columns.ids[slot] ?? 0
    setChosen(before => {
      const next = new Set(before)
      if (!next.delete(id) && next.size < MOST_CHOSEN) next.add(id)
      return next
    })
  }
  const chooseSeen = () =>
    setChosen(
      new Set(
        listedSlots(fleet, { bounds })
          .slice(0, MOST_CHOSEN)
          .map(slot => fleet.columns.ids[slot] ?? 0),
      ),
    )
  const toggles: { name: Toggle; label: string; icon: IconName; offered: boolean }[] = [
    { name: 'devices', label: t`Devices`, icon: 'pin', offered: true },
    { name: 'labels', label: t`Names`, icon: 'list', offered: true },
    { name: 'fences', label: t`Geofences`, icon: 'fence', offered: may('fence.read') },
    { name: 'plans', label: t`Site plans`, icon: 'layers', offered: may('drawing.read') },
    { name: 'heat', label: t`Alarm heat map`, icon: 'flame', offered: may('alarm.read') },
  ]
  const slots = new Set([...ids].flatMap(id => fleet.slotOf(id) ?? []))
  return (
    <FleetScreen
      title={t`Control bar`}
      state={state}
      search={search}
      points={on.has('devices')}
      plans={false}
      beneath={beneath}
      above={above}
      over={on.has('heat') && <HeatLegend heat={heat} period={period} onPeriod={setPeriod} />}
      chosen={slots}
      onChoose={choose}
      events={own => ({
        ...own,
        moved: (camera, box) => {
          setBounds(box)
          own.moved?.(camera, box)
        },
        picked: pick => {
          // With names on, the name is the device.
          const slot =
            pick.kind === 'marker' && pick.layer === 'labels' ? fleet.slotOfImei(pick.id) : undefined
          const next: Parameters<NonNullable<MapEvents['picked']>>[0] =
            slot === undefined ? pick : { kind: 'point', layer: 'fleet', slot, at: pick.at }
          own.picked?.(next)
        },
      })}
      bar={
        <Row
          wrap
          gap={2}
          columnGap={4}
          padX={3}
          padY={2}
          ground="surface"
          edgeBelow
          className={css.bar}
          role="toolbar"
          aria-label={t`Map layers and commands`}
        >
          <Row wrap gap={2} className={css.group}>
            {toggles.map(
              ({ name, label, icon, offered }) =>
                offered && (
                  <button
                    key={name}
                    type="button"
                    className={look(
                      {
                        inline: true,
                        gap: 2,
                        atLeast: 'target',
                        padX: 3,
                        ground: 'none',
                        edge: 'strong',
                        round: 'full',
                        tone: 'ink-2',
                        pointer: true,
                      },
                      css.toggle,
                    )}
                    aria-pressed={on.has(name)}
                    onClick={() => toggle(name)}
                  >
                    <Icon name={icon} size={16} /> {label}
                  </button>
                ),
            )}
          </Row>
          {on.has('labels') && !labels && (
            <Text size="small" tone="ink-2" role="status">
              <Trans>Zoom in to read names: at most {MOST_LABELS} fit</Trans>
            </Text>
          )}
          <Row wrap gap={2} className={`${css.group} ${look({ pushed: true }, css.orders)}`}>
            {slots.size === 0 ? (
              <Button
                size="sm"
                variant="default"
                onClick={chooseSeen}
                leftSection={<Icon name="check" size={16} />}
              >
                <Trans>Choose all visible</Trans>
              </Button>
            ) : (
              <>
                <Text strong aria-live="polite">
                  <Plural value={slots.size} one="# device chosen" other="# devices chosen" />
                </Text>
                <DeviceCommands most={4} rows={[...slots].map(slot => rowOfSlot(fleet, slot))} />
                <Button size="sm" variant="subtle" onClick={() => setChosen(new Set())}>
                  <Trans>Choose none</Trans>
                </Button>
              </>
            )}
          </Row>
        </Row>
      }
    />
  )
}

/** The chosen ones that are still there. */
function useChosenIds(known: Float64Array, chosen: ReadonlySet<number>): ReadonlySet<number> {
  return useMemo(() => {
    if (chosen.size === 0) return chosen
    const there = new Set(known)
    return new Set([...chosen].filter(id => there.has(id)))
  }, [known, chosen])
}
