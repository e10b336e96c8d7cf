// One fence beside its map: its form with the shape in it, saved together; or what it is, for who may not change it.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { fence, fenceForm } from '../../domain/fence/fence.ts'
import { useActions } from '../../resource/actions.tsx'
import { DiscardQuestion } from '../../resource/discard-question.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { useLeaveGuard } from '../../resource/leave-guard.ts'
import type { DrawTool } from '../../resource/map/shape-state.ts'
import { ShapeTable } from '../../resource/map/shape-table.tsx'
import type { ShapeEditor } from '../../resource/map/use-shape-editor.ts'
import { ActionButtons } from '../../resource/peek.tsx'
import { rowOptions } from '../../resource/query.ts'
import { RowForm } from '../../resource/row-form.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import type { FieldControl, Section, Values, View } from '../../resource/view.ts'
import { tenantZone } from '../../resource/zone.ts'
import { Facts } from '../../ui/facts.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { fenceView } from './fence.view.tsx'
import { FenceBadges } from './fence-badges.tsx'
import { useFenceFacts } from './fence-facts.ts'
import { type FenceMapSearch, infoPath } from './fence-search.ts'
import { type Fence, FenceSentence } from './fence-sentence.tsx'
import { fieldsOfShape, isSound, shapeOfFence } from './fence-shape.ts'

interface Drawing {
  editor: ShapeEditor
  /** What a new fence is drawn with. */
  tool: DrawTool | undefined
}

const EditorContext = createContext<Drawing | undefined>(undefined)

/** The fields of a shape stand in the form, so that one save keeps both; the map edits them. */
const shapeFields = ['shape', 'longitude', 'latitude', 'radius', 'rings'] as const
const isShapeField = (of: string) => shapeFields.some(field => field === of)

const shapeSection: Section = {
  fields: shapeFields.map(of => ({
    of,
    label: fenceView.columns.find(column => column.of === of)?.label ?? fenceView.titleOne,
    render: control => (of === 'rings' ? <ShapeField control={control} /> : null),
  })),
}

const sections: Section[] = [
  shapeSection,
  ...fenceView.sections
    .map(section => ({ ...section, fields: section.fields.filter(({ of }) => !isShapeField(of)) }))
    .filter(section => section.fields.length > 0),
]

/** The fence's view for the form beside the map, with a schema that also checks the shape before it is sent. */
const mapView: View = {
  ...fenceView,
  entity: {
    ...fence,
    write: fenceForm.check(z.refine(fields => isSound(fields), { path: ['rings'], error: 'shape' })),
  },
  sections,
  initial: {
    ...fenceView.initial,
    // A getter: a value would be that of the moment in which this file was loaded.
    get zone() {
      return tenantZone()
    },
    longitude: null,
    latitude: null,
    radius: null,
    rings: null,
  },
  slots: {
    ...fenceView.slots,
    formExtra: ({ row, values, set }) => (
      <>
        <ShapeSync values={values} set={set} />
        {fenceView.slots.formExtra?.({ row, values, set })}
      </>
    ),
  },
}

interface EditedFenceProps {
  search: FenceMapSearch
  editor: ShapeEditor
  onSaved: (id: number) => void
  onClose: () => void
}

export function EditedFence(props: EditedFenceProps) {
  const { id } = props.search
  return id === undefined ? <FenceForm {...props} start={undefined} /> : <LoadedFence {...props} id={id} />
}

function LoadedFence(props: EditedFenceProps & { id: number }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const query = useQuery(rowOptions(fence, props.id))
  if (!query.data) {
    return (
      <>
        <Head title={t`Geofence`} onClose={props.onClose} />
        {query.isError ? (
          <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
        ) : (
          <Loading variant="detail" />
        )}
      </>
    )
  }
  return may('fence.save') ? (
    <FenceForm {...props} start={query.data} />
  ) : (
    <ReadFence row={query.data} onClose={props.onClose} />
  )
}

function Head({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Row gap={2}>
      <IconButton icon="back" label={t`Back to all geofences`} onClick={onClose} />
      <Text as="h1" grow shrink size="lead" strong breaks>
        <bdi>{title}</bdi>
      </Text>
    </Row>
  )
}

function ReadFence({ row, onClose }: { row: Fence; onClose: () => void }) {
  const facts = useFenceFacts(row)
  return (
    <>
      <Head title={row.name} onClose={onClose} />
      <Row wrap align="stretch" gap={2}>
        <FenceBadges fence={row} />
      </Row>
      <FenceSentence fence={row} />
      <Facts facts={facts} />
      <ToInfo id={row.id} />
    </>
  )
}

function ToInfo({ id }: { id: number }) {
  return (
    <Button component="a" href={`#${infoPath(id)}`} variant="default" leftSection={<Icon name="users" />}>
      <Trans>Devices and history</Trans>
    </Button>
  )
}

function FenceForm({
  search,
  editor,
  start,
  onSaved,
  onClose,
}: EditedFenceProps & { start: Fence | undefined }) {
  const { t } = useLingui()
  const { actionsFor } = useActions()
  const online = useOnline()
  // The form keeps the version that it was opened with, whatever live changes come in: a conflict is then refused.
  const [row, setRow] = useState(start)
  const [dirty, setDirty] = useState(false)
  const guard = useLeaveGuard(dirty || editor.state.draft.length > 0)
  const tool = row ? undefined : search.new
  return (
    <>
      <Head title={row?.name ?? t`New geofence`} onClose={onClose} />
      {row && (
        <>
          <Row wrap align="stretch" gap={2}>
            <FenceBadges fence={row} />
          </Row>
          <Row wrap align="stretch" gap={2}>
            <ToInfo id={row.id} />
            <ActionButtons actions={actionsFor([{ ...row }]).filter(action => action.id === 'remove')} />
          </Row>
        </>
      )}
      {!online && (
        <Text as="p" tone="critical" role="status">
          <Trans>No connection. Geofences can be viewed but not changed.</Trans>
        </Text>
      )}
      <EditorContext value={{ editor, tool }}>
        <RowForm
          key={row ? `${row.id} ${row.version}` : 'new'}
          view={mapView}
          row={row && { ...row }}
          onDirty={setDirty}
          onCancel={onClose}
          onSaved={saved => {
            guard.release()
            const read = fence.schema.safeParse(saved)
            if (row && read.success) setRow(read.data)
            onSaved(saved.id)
          }}
        />
      </EditorContext>
      <DiscardQuestion guard={guard} />
    </>
  )
}

/** Keeps the form's shape and the map's shape the same, whichever of them changes. */
function ShapeSync({ values, set }: { values: Values; set: (field: string, value: unknown) => void }) {
  const { editor, tool } = useContext(EditorContext) ?? {}
  const agreed = useRef(textOf(values))
  // Begins with the present shape: what another fence left in the editor must not come into this form.
  const seen = useRef(editor?.shape)
  const shape = editor?.state.drag ? seen.current : editor?.shape
  const fields = textOf(values)
  // The map begins with what the form begins with: the fence as it is, or what somebody had drawn and not saved.
  const [begun] = useState(() => shapeOfFence(values))
  const [load, send] = [editor?.load, editor?.send]
  useEffect(() => {
    load?.(begun)
    if (tool && !begun) send?.({ is: 'tool', tool })
  }, [begun, tool, load, send])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the map's shape alone
  useEffect(() => {
    if (shape === seen.current) return
    seen.current = shape
    const drawn = fieldsOfShape(shape)
    const text = textOf({ ...values, ...drawn })
    if (text === agreed.current) return
    agreed.current = text
    for (const [field, value] of Object.entries(drawn)) set(field, value)
  }, [shape])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the form's own fields alone
  useEffect(() => {
    if (!editor || fields === agreed.current) return
    agreed.current = fields
    editor.load(shapeOfFence(values))
  }, [fields])
  return null
}

/** What the map draws of a form, as text to compare. */
const textOf = (values: Values): string => JSON.stringify(shapeOfFence(values) ?? null)

/** The shape as numbers, and why it cannot be saved. */
function ShapeField({ control }: { control: FieldControl }) {
  const { i18n, t } = useLingui()
  const editor = useContext(EditorContext)?.editor
  if (!editor) return null
  const { fault, shape, show } = editor
  const at = fault?.at
  return (
    <Stack gap={2}>
      <Text medium>{t`Shape`}</Text>
      {!shape && (
        <p
          className={control.error ? look({ tone: 'critical' }) : look({ tone: 'ink-2' })}
          role={control.error ? 'alert' : undefined}
        >
          <Trans>Draw the geofence on the map, or import a shape.</Trans>
        </p>
      )}
      {fault && (
        <Text as="p" tone="critical" role="alert">
          {i18n._(fault.message)}{' '}
          {at && (
            <Button size="compact-xs" variant="default" onClick={() => show(at)}>
              <Trans>Show the place</Trans>
            </Button>
          )}
        </Text>
      )}
      <ShapeTable editor={editor} />
    </Stack>
  )
}
