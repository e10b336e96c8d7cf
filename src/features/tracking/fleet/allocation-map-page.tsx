// Hands out devices by area (分配): draw around them or tick them, choose to whom, watch how far it gets, take it back.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { lifecycleAfter, lifecycles } from '../../../domain/device/lifecycle.ts'
import type { DrawnShape } from '../../../resource/map/shape-space.ts'
import type { DrawTool } from '../../../resource/map/shape-state.ts'
import { ShapeToolbar } from '../../../resource/map/shape-toolbar.tsx'
import { useShapeEditor } from '../../../resource/map/use-shape-editor.ts'
import type { Row } from '../../../resource/view.ts'
import { Box, Text } from '../../../ui/kit/parts.tsx'
import css from './allocation-map.module.css'
import { rowOfSlot } from './fleet-rows.ts'
import { FleetScreen } from './fleet-screen.tsx'
import type { FleetSearch } from './fleet-search.ts'
import type { Fleet } from './fleet-store.ts'
import { slotsInside } from './slots-inside.ts'
import { useFleet, useFleetVersion } from './use-fleet.ts'

export interface AllocationMapPageProps {
  search: FleetSearch
  /** To whom they go, and how far it got: the same panel as on the list's page. */
  Panel: ComponentType<{
    chosen: readonly Row[]
    run: number | undefined
    onChosen: (rows: readonly Row[]) => void
    onStarted: (id: number) => void
    onAgain: () => void
  }>
}

const TOOLS: readonly DrawTool[] = ['polygon', 'rectangle', 'circle']

export function AllocationMapPage({ search, Panel }: AllocationMapPageProps) {
  const { t } = useLingui()
  const state = useFleet()
  const { fleet } = state
  const version = useFleetVersion(fleet)
  const editor = useShapeEditor({ tools: TOOLS })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [left, setLeft] = useState(0)
  const [run, setRun] = useState<number>()
  const { shape, layers } = editor
  useEffect(() => {
    if (!shape) return
    const { inside, refused } = devicesIn(fleet, shape)
    setChosen(new Set(inside))
    setLeft(refused)
  }, [fleet, shape])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change in place; the version tells of it
  const slots = useMemo(
    () => new Set([...chosen].flatMap(id => fleet.slotOf(id) ?? [])),
    [fleet, chosen, version],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change in place; the version tells of it
  const rows = useMemo(() => [...slots].map(slot => rowOfSlot(fleet, slot)), [fleet, slots, version])
  const toggle = (slot: number) => {
    const id = fleet.columns.ids[slot] ?? 0
    setChosen(before => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }
  return (
    <FleetScreen
      title={t`Allocation on the map`}
      state={state}
      search={search}
      chosen={slots}
      onChoose={toggle}
      onlySlots={slot => mayBeHandedOut(fleet, slot)}
      above={layers}
      events={editor.over}
      onHost={editor.onHost}
      over={
        <Box atBlock="start" className={css.tools}>
          <ShapeToolbar editor={editor} />
        </Box>
      }
      head={
        <Text as="p" size="small" tone="ink-2">
          <Trans>
            Draw around devices or tick them. Those that are bound to somebody cannot be allocated.
          </Trans>
        </Text>
      }
      side={
        <>
          {left > 0 && run === undefined && (
            <Text
              as="p"
              padX={3}
              padY={2}
              ground="attention-soft"
              round="control"
              size="small"
              tone="attention"
              role="status"
            >
              <Plural
                value={left}
                one="# device in the area is bound or not in stock: it is left out"
                other="# devices in the area are bound or not in stock: they are left out"
              />
            </Text>
          )}
          {shape && run === undefined && (
            <Button variant="default" size="sm" onClick={() => editor.load(undefined)}>
              <Trans>Clear the area</Trans>
            </Button>
          )}
          <Panel
            chosen={rows}
            run={run}
            onChosen={next => setChosen(new Set(next.map(({ id }) => id)))}
            onStarted={id => {
              setRun(id)
              setChosen(new Set())
              editor.load(undefined)
            }}
            onAgain={() => setRun(undefined)}
          />
        </>
      }
    />
  )
}

/** The same rule as the server's. */
function mayBeHandedOut(fleet: Fleet, slot: number): boolean {
  const from = lifecycles[fleet.columns.lifecycles[slot] ?? 0]
  return from !== undefined && lifecycleAfter(from, 'allocate') !== undefined
}

/** Ids of devices in a shape that can be handed out, and how many there cannot. */
function devicesIn(fleet: Fleet, shape: DrawnShape): { inside: number[]; refused: number } {
  const all = slotsInside(fleet, shape)
  const free = all.filter(slot => mayBeHandedOut(fleet, slot))
  return { inside: free.map(slot => fleet.columns.ids[slot] ?? 0), refused: all.length - free.length }
}
