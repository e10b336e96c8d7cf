// Drawing and changing the zones of a floor on its plan.
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { indoorZone, zoneKind } from '../../domain/indoor/indoor.ts'
import {
  areaOf,
  crossingOf,
  isOnPlan,
  metresAt,
  type PlanPoint,
  placeOnPlan,
} from '../../domain/indoor/plan.ts'
import { NAME_LENGTH } from '../../domain/limits.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useMapColours } from '../../resource/map/map-colours.ts'
import type { DrawnFault } from '../../resource/map/shape-faults.ts'
import type { DrawnShape } from '../../resource/map/shape-space.ts'
import { ShapeTable } from '../../resource/map/shape-table.tsx'
import { ShapeToolbar } from '../../resource/map/shape-toolbar.tsx'
import { useShapeEditor } from '../../resource/map/use-shape-editor.ts'
import { endpointsFor, invalidateEntity } from '../../resource/query.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { DraftNote, useDraft } from '../../resource/use-draft.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Card, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import css from './indoor.module.css'
import type { Tag } from './indoor-query.ts'
import { type Drawing, type IndoorZone, zoneColours, zoneKindWords } from './indoor-words.ts'
import { LiveFloor } from './live-floor.tsx'
import { ZoneList } from './zone-list.tsx'

interface ZoneWorkProps {
  drawing: Drawing
  zones: readonly IndoorZone[]
  tags: readonly Tag[]
  inZone: ReadonlyMap<number, readonly Tag[]>
}

/** The zone in the form; one that is changed has its id and the version that was opened. */
const edited = z.object({
  id: z.optional(z.number()),
  version: z.optional(z.number()),
  name: z.string(),
  kind: zoneKind,
})
type Edited = z.output<typeof edited>

/** What is kept of it until it is saved: its outline too. */
const begunZone = z.object({ zone: edited, corners: z.array(z.tuple([z.number(), z.number()])) })
type BegunZone = z.output<typeof begunZone>

const TOOLS = ['polygon', 'rectangle'] as const

export function cornersOf(shape: DrawnShape | undefined): PlanPoint[] {
  if (shape?.kind !== 'polygon') return []
  return (shape.rings[0] ?? []).map(place => {
    const { x, y } = metresAt(place)
    return [x, y] as const
  })
}

const shapeOf = (zone: Pick<IndoorZone, 'corners'>): DrawnShape => ({
  kind: 'polygon',
  rings: [zone.corners.map(([x, y]) => placeOnPlan(x, y))],
})

export function ZoneWork({ drawing, zones, tags, inZone }: ZoneWorkProps) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const colours = useMapColours()
  const kept = useDraft<BegunZone>(`zone-${drawing.id}`, { read: left => begunZone.safeParse(left).data })
  const [draft, setDraft] = useState(kept.found?.zone)
  const [problem, setProblem] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState<IndoorZone>()
  const check = useZoneCheck(drawing)
  const editor = useShapeEditor({
    shape: kept.found && kept.found.corners.length > 0 ? shapeOf(kept.found) : undefined,
    space: 'plan',
    tools: TOOLS,
    check,
    colour: colours[zoneColours[draft?.kind ?? 'work']],
    enabled: draft !== undefined,
  })
  const keep = useEffectEvent((zone: Edited, shape: DrawnShape | undefined) =>
    kept.write({ zone, corners: cornersOf(shape).map(([x, y]) => [x, y]) }),
  )
  useEffect(() => {
    if (draft) keep(draft, editor.shape)
  }, [draft, editor.shape])
  const begin = (zone?: IndoorZone) => {
    setProblem(undefined)
    setDraft(
      zone
        ? { id: zone.id, version: zone.version, name: zone.name, kind: zone.kind }
        : { name: '', kind: 'work' },
    )
    editor.load(zone && shapeOf(zone))
    if (!zone) editor.send({ is: 'tool', tool: 'polygon' })
  }
  const end = () => {
    kept.write(undefined)
    setDraft(undefined)
    editor.load(undefined)
  }
  const endpoints = endpointsFor(indoorZone)
  const during = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      await invalidateEntity(client, indoorZone)
      return true
    } catch (error) {
      setProblem(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  const save = async () => {
    if (!draft) return
    const corners = cornersOf(editor.shape).map(([x, y]): [number, number] => [x, y])
    const saved = await during(() =>
      sendRequest(endpoints.save, { ...draft, drawingId: drawing.id, corners }),
    )
    if (!saved) return
    showToast({ kind: 'ok', message: msg`Saved` })
    end()
  }
  const remove = async () => {
    if (!removing) return
    if (await during(() => sendRequest(endpoints.remove, { ids: [removing.id] }))) setRemoving(undefined)
  }
  const others = useMemo(() => zones.filter(({ id }) => id !== draft?.id), [zones, draft?.id])
  const ready = draft && draft.name.trim() !== '' && cornersOf(editor.shape).length >= 3 && !editor.fault
  return (
    <Stack gap={3} shrinkDown cols="minmax(0, 1fr) 340px" grows="natural" className={css.split}>
      <Box relative edge="line" round="card" hidden mih={320} className={css.map}>
        <LiveFloor
          drawing={drawing}
          tags={tags}
          zones={others}
          inZone={inZone}
          further={editor.layers}
          over={editor.over}
          onHost={editor.onHost}
          onZone={id => {
            const zone = zones.find(each => each.id === id)
            if (zone && !draft) begin(zone)
          }}
        >
          {draft && <ShapeToolbar editor={editor} />}
        </LiveFloor>
      </Box>
      <Card as="aside" column gap={2} shrinkDown scroll="both" openOnTablet className={css.side}>
        {draft ? (
          <>
            <DraftNote draft={kept} onStartOver={end} />
            <TextInput
              label={t`Name`}
              withAsterisk
              maxLength={NAME_LENGTH}
              value={draft.name}
              onChange={event => setDraft({ ...draft, name: event.currentTarget.value })}
            />
            <Select
              label={t`Kind`}
              description={
                draft.kind === 'danger'
                  ? t`Whoever enters it raises an alarm`
                  : t`Drawn only: raises no alarm`
              }
              value={draft.kind}
              allowDeselect={false}
              data={zoneKind.options.map(kind => ({ value: kind, label: i18n._(zoneKindWords[kind]) }))}
              comboboxProps={{ withinPortal: true }}
              onChange={kind =>
                setDraft({ ...draft, kind: zoneKind.options.find(each => each === kind) ?? 'work' })
              }
            />
            {cornersOf(editor.shape).length < 3 && (
              <Text
                as="p"
                tone="ink-2"
              >{t`Click the corners on the plan; a click on the first one closes the outline.`}</Text>
            )}
            <ShapeTable editor={editor} />
            {problem !== undefined && (
              <Text as="p" tone="critical" role="alert">
                {i18n._(wordsForError(problem))}
              </Text>
            )}
            <Row wrap gap={2} columnGap={3}>
              <Button onClick={() => void save()} disabled={!ready || !online} loading={busy}>
                {t`Save`}
              </Button>
              <Button variant="default" onClick={end}>
                {t`Cancel`}
              </Button>
            </Row>
          </>
        ) : (
          <>
            <Button leftSection={<Icon name="plus" />} onClick={() => begin()} disabled={!online}>
              {t`Add zone`}
            </Button>
            {zones.length === 0 && (
              <Text
                as="p"
                tone="ink-2"
              >{t`Zones say who is where: work areas, dangers, assembly points.`}</Text>
            )}
            <ZoneList
              zones={zones}
              inZone={inZone}
              end={zone => (
                <>
                  <IconButton icon="edit" label={t`Change ${zone.name}`} onClick={() => begin(zone)} />
                  <IconButton icon="trash" label={t`Delete ${zone.name}`} onClick={() => setRemoving(zone)} />
                </>
              )}
            />
          </>
        )}
      </Card>
      <Confirm
        opened={removing !== undefined}
        title={t`Delete the zone?`}
        confirmLabel={t`Delete`}
        critical
        busy={busy}
        {...(problem !== undefined && { problem: i18n._(wordsForError(problem)) })}
        onConfirm={() => void remove()}
        onCancel={() => setRemoving(undefined)}
      >
        <bdi>{removing?.name}</bdi>
      </Confirm>
    </Stack>
  )
}

/** The server's own rules, said while somebody draws. */
function useZoneCheck({ realWidth, realHeight }: Drawing): (shape: DrawnShape) => DrawnFault | undefined {
  return useCallback(
    shape => {
      const corners = cornersOf(shape)
      const outside = corners.find(
        ([x, y]) => !isOnPlan(x, y, { width: realWidth ?? 0, height: realHeight ?? 0 }),
      )
      if (outside)
        return { message: msg`A corner lies outside the drawing.`, at: placeOnPlan(outside[0], outside[1]) }
      const crossing = crossingOf(corners)
      const at = crossing === undefined ? undefined : corners[crossing]
      if (at) return { message: msg`The outline crosses itself here.`, at: placeOnPlan(at[0], at[1]) }
      if (corners.length >= 3 && areaOf(corners) < 0.01) return { message: msg`The shape has no area.` }
      return undefined
    },
    [realWidth, realHeight],
  )
}
