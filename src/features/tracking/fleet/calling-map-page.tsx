// Calls devices into a room (视频通话): ticked in the list, drawn around on the map, or a whole group.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import type { DeviceKind } from '../../../domain/device/device.ts'
import { fleetStates } from '../../../domain/device/fleet-columns.ts'
import type { DrawTool } from '../../../resource/map/shape-state.ts'
import { ShapeToolbar } from '../../../resource/map/shape-toolbar.tsx'
import { useShapeEditor } from '../../../resource/map/use-shape-editor.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Box, Row, Text } from '../../../ui/kit/parts.tsx'
import css from './allocation-map.module.css'
import { FleetScreen } from './fleet-screen.tsx'
import type { FleetSearch } from './fleet-search.ts'
import type { Fleet } from './fleet-store.ts'
import { slotsInside } from './slots-inside.ts'
import { useFleet, useFleetVersion } from './use-fleet.ts'

/** What can speak or see; a smoke detector is not offered. */
const callable: readonly DeviceKind[] = ['helmet', 'camera', 'watch']
const TOOLS: readonly DrawTool[] = ['polygon', 'rectangle', 'circle']
const reachable = new Set((['online', 'abnormal'] as const).map(state => fleetStates.indexOf(state)))

export interface ChosenDevice {
  imei: string
  name: string
  online: boolean
}

export interface CallingMapPageProps {
  search: FleetSearch
  /** Which room, how they are called, and what came of it. */
  Panel: ComponentType<{ chosen: readonly ChosenDevice[]; onChosen: (imeis: readonly string[]) => void }>
}

export function CallingMapPage({ search, Panel }: CallingMapPageProps) {
  const { t } = useLingui()
  const state = useFleet()
  const { fleet } = state
  const version = useFleetVersion(fleet)
  const editor = useShapeEditor({ tools: TOOLS })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { shape, layers } = editor
  const choose = (imeis: readonly string[]) => setChosen([...new Set(imeis)])
  useEffect(() => {
    if (shape) setChosen(slotsInside(fleet, shape).map(slot => fleet.imeis[slot] ?? ''))
  }, [fleet, shape])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change in place; the version tells of it
  const slots = useMemo(
    () => new Set(chosen.flatMap(imei => fleet.slotOfImei(imei) ?? [])),
    [fleet, chosen, version],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change in place; the version tells of it
  const devices = useMemo(
    () =>
      [...slots].map(slot => ({
        imei: fleet.imeis[slot] ?? '',
        name: fleet.names[slot] ?? '',
        online: reachable.has(fleet.columns.states[slot] ?? -1),
      })),
    [fleet, slots, version],
  )
  const toggle = (slot: number) => {
    const imei = fleet.imeis[slot] ?? ''
    choose(chosen.includes(imei) ? chosen.filter(each => each !== imei) : [...chosen, imei])
  }
  return (
    <FleetScreen
      title={t`Video calls`}
      state={state}
      search={search}
      kinds={callable}
      chosen={slots}
      onChoose={toggle}
      above={layers}
      events={editor.over}
      onHost={editor.onHost}
      over={
        <Box atBlock="start" className={css.tools}>
          <ShapeToolbar editor={editor} />
        </Box>
      }
      head={
        <>
          <Text as="p" size="small" tone="ink-2">
            <Trans context="conference">
              Tick devices, draw around them, or choose a group, and call them into a room.
            </Trans>
          </Text>
          <Row wrap gap={2}>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="check" size={16} />}
              disabled={fleet.size === 0}
              onClick={() => choose(listedImeis(fleet))}
            >
              <Trans>Choose all online in the list</Trans>
            </Button>
            {shape && (
              <Button size="compact-sm" variant="subtle" onClick={() => editor.load(undefined)}>
                <Trans>Clear the area</Trans>
              </Button>
            )}
          </Row>
        </>
      }
      side={<Panel chosen={devices} onChosen={choose} />}
    />
  )
}

/** Of those that pass the filters, whom a call would reach. */
function listedImeis(fleet: Fleet): string[] {
  const imeis: string[] = []
  for (let slot = 0; slot < fleet.size; slot++)
    if (fleet.matches(slot) && reachable.has(fleet.columns.states[slot] ?? -1))
      imeis.push(fleet.imeis[slot] ?? '')
  return imeis
}
