// The plan with its stations, the fields of the chosen one, how much of the floor they reach, and saving them all.

import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useState } from 'react'
import { coverageOf, STATIONS_FOR_A_PLACE } from '../../domain/indoor/coverage.ts'
import { baseStation } from '../../domain/indoor/indoor.ts'
import { metresAt, placeOnPlan } from '../../domain/indoor/plan.ts'
import { sendRequest } from '../../platform/http.ts'
import type { MapLayer } from '../../platform/map/map-port.ts'
import { showToast } from '../../platform/toast.ts'
import { DiscardQuestion } from '../../resource/discard-question.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { useLeaveGuard } from '../../resource/leave-guard.ts'
import { useMapColours } from '../../resource/map/map-colours.ts'
import { endpointsFor, invalidateEntity } from '../../resource/query.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Card, Column, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import { useMetres } from './drawing-peek.tsx'
import { rangeShapes, stationMarkers } from './floor-layers.ts'
import { FloorMap } from './floor-map.tsx'
import css from './indoor.module.css'
import { type BaseStation, type Drawing, stationStatusWords } from './indoor-words.ts'
import { PickButton } from './pick-button.tsx'
import { PlanNote } from './plan-note.tsx'
import { StationFields } from './station-fields.tsx'
import {
  changesOf,
  type DraftStation,
  emptyPlan,
  type SaveResult,
  type StationPlan,
  stepPlan,
} from './station-plan.ts'

interface StationWorkProps {
  drawing: Drawing
  rows: readonly BaseStation[]
  chosen: number | undefined
}

export function StationWork({ drawing, rows, chosen }: StationWorkProps) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const colours = useMapColours()
  const size = useMemo(
    () => ({ width: drawing.realWidth ?? 1, height: drawing.realHeight ?? 1 }),
    [drawing.realWidth, drawing.realHeight],
  )
  const [plan, send] = useReducer(stepPlan, undefined, () => ({
    ...stepPlan(emptyPlan(size), { is: 'loaded', rows }),
    selected: chosen === undefined ? undefined : String(chosen),
  }))
  const [adding, setAdding] = useState(false)
  const [snap, setSnap] = useState(true)
  const changes = useMemo(() => changesOf(plan), [plan])
  const changed = changes.save.length + changes.remove.length
  const guard = useLeaveGuard(changed > 0)
  const { save, busy } = useSaving(drawing.id, plan, results => send({ is: 'saved', results }))
  useKeys(plan, send)
  const layers = useLayers(plan, colours)
  const selected = plan.stations.find(({ key }) => key === plan.selected)
  const add = (x: number, y: number) => send({ is: 'added', x, y, name: number => t`Station ${number}` })
  return (
    <>
      <DiscardQuestion guard={guard} />
      <Row wrap gap={2} columnGap={3}>
        <Button
          variant={adding ? 'filled' : 'default'}
          leftSection={<Icon name="plus" />}
          aria-pressed={adding}
          onClick={() => setAdding(!adding)}
        >
          {t`Add by click`}
        </Button>
        <Button
          variant="default"
          onClick={() => add(size.width / 2, size.height / 2)}
          leftSection={<Icon name="plus" />}
        >
          {t`Add at the centre`}
        </Button>
        <IconButton
          icon="undo"
          label={t`Undo`}
          disabled={plan.past.length === 0}
          onClick={() => send({ is: 'undo' })}
        />
        <IconButton
          icon="redo"
          label={t`Redo`}
          disabled={plan.future.length === 0}
          onClick={() => send({ is: 'redo' })}
        />
        <Switch label={t`Snap`} checked={snap} onChange={event => setSnap(event.currentTarget.checked)} />
        <Button onClick={() => void save()} disabled={changed === 0 || !online} loading={busy}>
          {changed === 0 ? t`Saved` : t`Save ${changed} changes`}
        </Button>
      </Row>
      <Stack gap={3} shrinkDown cols="minmax(0, 1fr) 340px" grows="natural" className={css.split}>
        <Box
          relative
          edge="line"
          round="card"
          hidden
          mih={320}
          className={css.map}
          data-adding={adding || undefined}
        >
          <FloorMap
            drawing={drawing}
            label={t`Base stations on ${drawing.title}`}
            layers={layers}
            events={{
              pointed: at => {
                const { x, y } = metresAt(at)
                if (adding) add(x, y)
                else send({ is: 'selected', key: undefined })
              },
              picked: pick => {
                if (pick.kind === 'marker') send({ is: 'selected', key: pick.id })
              },
              dragged: ({ id, at, done }) => send({ is: 'moved', key: id, ...metresAt(at), done, snap }),
            }}
          >
            {adding && <PlanNote>{t`Click where a station is mounted.`}</PlanNote>}
          </FloorMap>
        </Box>
        <Card as="aside" column gap={2} shrinkDown scroll="both" openOnTablet className={css.side}>
          <Coverage plan={plan} />
          {selected && (
            <StationFields
              key={selected.key}
              station={selected}
              problem={plan.problems.get(selected.key)}
              onChange={change => send({ is: 'changed', key: selected.key, change })}
              onRemove={() => send({ is: 'removed', key: selected.key })}
            />
          )}
          <Text as="h2" size="small" strong tone="ink-2">{t`Base stations`}</Text>
          {plan.stations.length === 0 && (
            <Text as="p" tone="ink-2">{t`None yet. Press «Add by click» and click on the plan.`}</Text>
          )}
          <List className={css.tags}>
            {plan.stations.map(station => (
              <li key={station.key}>
                <PickButton
                  chosen={station.key === plan.selected}
                  onChoose={() => send({ is: 'selected', key: station.key })}
                >
                  <Icon name="signal" size={18} />
                  <Column as="span" gap="half" shrink>
                    <Text as="bdi" fits atBlock="start" medium clip>
                      {station.name}
                    </Text>
                    <Row
                      as="span"
                      align="stretch"
                      gap={2}
                      hidden
                      size="caption"
                      tone="ink-2"
                      nowrap
                      dir="ltr"
                    >
                      {station.x} · {station.y} · {station.z} m
                    </Row>
                    {plan.problems.has(station.key) && (
                      <Text tone="critical">{i18n._(wordsForError(plan.problems.get(station.key)))}</Text>
                    )}
                  </Column>
                  <StateMark
                    shape={stationStatusWords[station.status].shape}
                    label={i18n._(stationStatusWords[station.status].label)}
                  />
                </PickButton>
              </li>
            ))}
          </List>
        </Card>
      </Stack>
    </>
  )
}

function useLayers(plan: StationPlan, colours: ReturnType<typeof useMapColours>) {
  const { i18n, t } = useLingui()
  const metres = useMetres()
  return useMemo((): Record<string, MapLayer> => {
    const gaps = coverageOf(plan.stations.filter(isHeard), plan.size).gaps
    return {
      ranges: rangeShapes(plan.stations, colours),
      gaps: {
        kind: 'shapes',
        shapes: gaps.map(({ x, y }, at) => ({
          id: `gap-${at}`,
          form: { circle: placeOnPlan(x, y), radiusMetres: 0.6 },
          colour: colours.critical,
          fillOpacity: 0.6,
        })),
      },
      stations: stationMarkers(plan.stations, colours, {
        labelOf: ({ name, x, y, status }) =>
          t`${name}, ${i18n._(stationStatusWords[status].label)}, ${metres(x)} from the left, ${metres(y)} from the bottom`,
        selected: plan.selected,
        draggable: true,
        captioned: true,
      }),
    }
  }, [plan.stations, plan.size, plan.selected, colours, i18n, t, metres])
}

/** One that is switched off reaches nobody. */
const isHeard = ({ status }: Pick<DraftStation, 'status'>) => status !== 'disabled'

function Coverage({ plan }: { plan: StationPlan }) {
  const { t } = useLingui()
  const percent = numberFormat(useIntlLocale(), { style: 'percent', maximumFractionDigits: 0 })
  const found = useMemo(
    () => coverageOf(plan.stations.filter(isHeard), plan.size),
    [plan.stations, plan.size],
  )
  const lines = [
    { name: t`Reached by a station`, part: found.covered },
    { name: t`Reached by ${STATIONS_FOR_A_PLACE} or more`, part: found.located },
    { name: t({ context: 'coverage', message: 'Not reached' }), part: found.uncovered },
  ]
  return (
    <>
      <Text as="h2" size="small" strong tone="ink-2">{t`Coverage, about`}</Text>
      {lines.map(({ name, part }) => (
        <Stack key={name} gap="half" columnGap={2} size="small" columns="restEnd" className={css.meter}>
          <span>{name}</span>
          <Text strong>{percent.format(part)}</Text>
          <progress max={1} value={part} aria-label={name} />
        </Stack>
      ))}
      <Text as="p" tone="ink-2">
        <Trans>Walls are not considered: they reduce the range. Red dots: no reception.</Trans>
      </Text>
    </>
  )
}

/** One call for each station, so that each has its own answer. */
function useSaving(drawingId: number, plan: StationPlan, onDone: (results: SaveResult[]) => void) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const endpoints = endpointsFor(baseStation)
  const save = async () => {
    setBusy(true)
    const { save: wanted, remove } = changesOf(plan)
    const results: SaveResult[] = []
    for (const { key, ...station } of wanted) {
      const { number, indoorLocation, ...rest } = station
      try {
        const row = await sendRequest(endpoints.save, { ...rest, number, indoorLocation, drawingId })
        results.push({ key, row })
      } catch (error) {
        results.push({ key, error })
      }
    }
    for (const { key, id } of remove) {
      try {
        if (id !== undefined) await sendRequest(endpoints.remove, { ids: [id] })
        results.push({ key, gone: true })
      } catch (error) {
        results.push({ key, error })
      }
    }
    setBusy(false)
    onDone(results)
    const failed = results.filter(result => 'error' in result).length
    if (failed === 0) showToast({ kind: 'ok', message: msg`All stations are saved` })
    else showToast({ kind: 'tip', message: msg`Some stations could not be saved. Each says why.` })
    await invalidateEntity(client, baseStation)
  }
  return { save, busy }
}

/** Undo and redo from anywhere on the page, removal of the chosen one from the plan. */
function useKeys(plan: StationPlan, send: (event: Parameters<typeof stepPlan>[1]) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined
      if (target?.closest('input, textarea, [contenteditable]')) return
      const command = event.ctrlKey || event.metaKey
      if (command && event.key.toLowerCase() === 'z') {
        event.preventDefault()
        send({ is: event.shiftKey ? 'redo' : 'undo' })
      } else if (command && event.key.toLowerCase() === 'y') {
        event.preventDefault()
        send({ is: 'redo' })
      } else if ((event.key === 'Delete' || event.key === 'Backspace') && plan.selected) {
        event.preventDefault()
        send({ is: 'removed', key: plan.selected })
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [plan.selected, send])
}
