// Drawings used for positioning, with their scale; each can be measured on its plan.
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { drawing } from '../../domain/indoor/indoor.ts'
import { useChangeSearch } from '../../resource/address.ts'
import { ListPage } from '../../resource/list-page.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { viewOf } from '../../resource/view.ts'
import { Icon } from '../../ui/icons.tsx'
import { CalibrationPage } from './calibration-page.tsx'
import { drawingView } from './drawing.view.tsx'
import { DrawingButtons, DrawingPeek, DrawingThumb } from './drawing-peek.tsx'
import { type Drawing, pictureTypeWords } from './indoor-words.ts'

/** The list by what positioning needs; the same form as the library's. */
export const uwbDrawingView = {
  ...viewOf(drawing, {
    title: msg({ context: 'page', message: 'UWB drawings' }),
    titleOne: msg`Drawing`,
    icon: 'map',
    nameOf: 'title',
    add: msg`Add drawing`,
    removeQuestion: msg`Delete the drawing? Devices on it leave the floor.`,
    empty: {
      title: msg`No drawings for positioning yet`,
      why: msg`Upload a floor plan, mark it as used for positioning, and measure it here.`,
      icon: 'map',
    },
    shownElsewhere: 'positioning',
    columns: [
      { of: 'picture', label: msg`Preview`, width: 92, render: (_, row) => <DrawingThumb row={row} /> },
      { of: 'title', label: msg`Title`, type: 'name', icon: () => 'map', width: 210, required: true },
      { of: 'building', label: msg`Building`, width: 120 },
      { of: 'floor', label: msg`Floor`, width: 90 },
      { of: 'realWidth', label: msg`Real width (m)`, type: 'number', width: 120, align: 'end' },
      { of: 'realHeight', label: msg`Real height (m)`, type: 'number', width: 120, align: 'end' },
      { of: 'scale', label: msg`Scale 1 to`, type: 'number', width: 110, align: 'end' },
      { of: 'stationCount', label: msg`Base stations`, type: 'number', width: 116, align: 'end' },
      { of: 'deviceCount', label: msg`Devices`, type: 'number', width: 96, align: 'end' },
      { of: 'project', label: msg`Project`, width: 150, quiet: true },
    ],
    card: { icon: () => 'map', title: 'title', state: 'pictureType', detail: ['building', 'floor'] },
    words: { pictureType: pictureTypeWords },
    filters: { building: msg`Building`, floor: msg`Floor`, title: msg`Title` },
    slots: {
      peek: ({ row }) => <DrawingPeek row={row} />,
      actions: ({ row }) => (
        <>
          <Calibrate row={row} />
          <DrawingButtons row={row} />
        </>
      ),
    },
  }),
  sections: drawingView.sections,
  initial: { pictureType: 'plan', positioning: false },
}

function Calibrate({ row }: { row: Drawing }) {
  const may = useRights()
  if (!may('drawing.save')) return null
  return (
    <Button component="a" href={`#/uwbDrawingList?calibrate=${row.id}`} leftSection={<Icon name="edit" />}>
      <Trans>Measure on the plan</Trans>
    </Button>
  )
}

const KEPT = { positioning: 'true' }

export function UwbDrawingsPage() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const id = Number(search.calibrate)
  const calibrating = Number.isSafeInteger(id) && id > 0
  const change = useChangeSearch(search)
  const filtered = String(search.positioning) === 'true'
  useEffect(() => {
    // The list reads its filters from the address.
    if (!calibrating && !filtered) change(KEPT)
  }, [calibrating, filtered, change])
  if (calibrating) return <CalibrationPage drawingId={id} />
  if (!filtered) return null
  return <ListPage view={uwbDrawingView} kept={KEPT} />
}
