// Measures a plan: two points on it and the metres between them give its real width and height.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NumberInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { drawing } from '../../domain/indoor/indoor.ts'
import { calibratedSize, metresAt, ontoPlan, type PlanPoint, placeOnPlan } from '../../domain/indoor/plan.ts'
import { sendRequest } from '../../platform/http.ts'
import type { MapLayer } from '../../platform/map/map-port.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useMapColours } from '../../resource/map/map-colours.ts'
import { endpointsFor, invalidateEntity, rowOptions } from '../../resource/query.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Box, Card, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { ErrorState, Forbidden, Loading } from '../../ui/states.tsx'
import { useMetres } from './drawing-peek.tsx'
import { planAddress } from './floor-layers.ts'
import { FloorMap } from './floor-map.tsx'
import css from './indoor.module.css'
import type { Drawing } from './indoor-words.ts'
import { PlanNote } from './plan-note.tsx'

/** The plan is laid so high while nobody knows its size. */
const UNKNOWN_HEIGHT = 100

export function CalibrationPage({ drawingId }: { drawingId: number }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const row = useQuery(rowOptions(drawing, drawingId))
  const aspect = useAspect(row.data?.picture)
  if (!may('drawing.save')) return <Forbidden />
  return (
    <PageFrame scrolls>
      <PageHead
        own
        title={row.data ? t`Measure ${row.data.title}` : t`Measure on the plan`}
        end={
          <Button variant="default" component="a" href="#/uwbDrawingList">
            <Trans>Back to the list</Trans>
          </Button>
        }
      />
      {row.isError && !row.data && (
        <ErrorState what={i18n._(wordsForError(row.error))} onRetry={() => void row.refetch()} />
      )}
      {aspect === null && <ErrorState what={t`The image could not be loaded`} />}
      {!row.isError && aspect !== null && !(row.data && aspect) && <Loading variant="detail" />}
      {row.data && aspect && <Calibration row={row.data} aspect={aspect} />}
    </PageFrame>
  )
}

/** Width by height of a picture; null where it cannot be loaded. */
function useAspect(picture: string | undefined): number | null | undefined {
  const [aspect, setAspect] = useState<number | null>()
  useEffect(() => {
    if (!picture) return
    const image = new Image()
    image.onload = () => setAspect(image.naturalWidth / image.naturalHeight)
    image.onerror = () => setAspect(null)
    image.src = planAddress(picture)
    return () => {
      image.onload = image.onerror = null
    }
  }, [picture])
  return aspect
}

function Calibration({ row, aspect }: { row: Drawing; aspect: number }) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const colours = useMapColours()
  const metres = useMetres()
  const [points, setPoints] = useState<readonly PlanPoint[]>([])
  const [length, setLength] = useState<number | string>('')
  const [problem, setProblem] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  // In the picture's own proportions: a wrong stored size would distort it.
  const shown = useMemo(() => {
    const height = row.realWidth ? row.realWidth / aspect : UNKNOWN_HEIGHT
    return { width: height * aspect, height }
  }, [row.realWidth, aspect])
  const [from, to] = points
  const size = from && to && typeof length === 'number' ? calibratedSize(from, to, length, aspect) : undefined
  const partsAt = (x: number, y: number): PlanPoint => {
    const on = ontoPlan(x, y, shown)
    return [on.x / shown.width, on.y / shown.height]
  }
  const layers = useMemo((): Record<string, MapLayer | undefined> => {
    const places = points.map(([across, up]) => placeOnPlan(across * shown.width, up * shown.height))
    const [a, b] = places
    return {
      line:
        a && b
          ? {
              kind: 'lines',
              lines: [
                {
                  id: 'length',
                  points: Float64Array.of(a.longitude, a.latitude, b.longitude, b.latitude),
                  colour: colours.accent,
                  width: 3,
                },
              ],
            }
          : undefined,
      ends: {
        kind: 'markers',
        markers: places.map((at, index) => ({
          id: String(index),
          at,
          look: { shape: 'filled', colour: colours.accent },
          label: index === 0 ? t`First point` : t`Second point`,
          caption: index === 0 ? 'A' : 'B',
          draggable: true,
        })),
      },
    }
  }, [points, shown, colours, t])
  const save = async () => {
    if (!size) return
    setBusy(true)
    setProblem(undefined)
    try {
      const { id, version, title, pictureType, picture } = row
      await sendRequest(endpointsFor(drawing).save, {
        id,
        version,
        title,
        pictureType,
        picture,
        positioning: true,
        realWidth: size.width,
        realHeight: size.height,
      })
      await invalidateEntity(client, drawing)
      void client.invalidateQueries({ queryKey: ['indoor'] })
      showToast({ kind: 'ok', message: msg`The plan has its size now` })
      setPoints([])
      setLength('')
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap={3} shrinkDown cols="minmax(0, 1fr) 340px" grows="natural" className={css.split}>
      <Box relative edge="line" round="card" hidden mih={320} className={css.map}>
        <FloorMap
          // A new scale makes a new map, which fits the plan again.
          key={shown.height}
          drawing={{ id: row.id, picture: row.picture, realWidth: shown.width, realHeight: shown.height }}
          label={t`Plan of ${row.title}`}
          layers={layers}
          events={{
            pointed: at => {
              const { x, y } = metresAt(at)
              setPoints(before => (before.length >= 2 ? [partsAt(x, y)] : [...before, partsAt(x, y)]))
            },
            dragged: ({ id, at }) => {
              const { x, y } = metresAt(at)
              setPoints(before =>
                before.map((point, index) => (String(index) === id ? partsAt(x, y) : point)),
              )
            },
          }}
        >
          <PlanNote>
            {points.length === 0
              ? t`Click one end of a length that you know.`
              : points.length === 1
                ? t`Click its other end.`
                : t`Enter how long it is.`}
          </PlanNote>
        </FloorMap>
      </Box>
      <Card as="aside" column gap={2} shrinkDown scroll="both" openOnTablet className={css.side}>
        <Text as="p" tone="ink-2">
          <Trans>
            Choose two points whose distance you know, such as a wall or a corridor; the longer, the more
            exact.
          </Trans>
        </Text>
        <NumberInput
          label={t`Metres between them`}
          suffix=" m"
          hideControls
          min={0.01}
          max={10_000}
          decimalScale={3}
          value={length}
          disabled={points.length < 2}
          onChange={setLength}
        />
        <Stack as="dl" gap={1} columnGap={3} size="small" columns="startRest" className={css.facts}>
          <Text as="dt" tone="ink-2">{t`Now`}</Text>
          <dd>
            {row.realWidth && row.realHeight
              ? `${metres(row.realWidth)} × ${metres(row.realHeight)}`
              : t`No size yet`}
          </dd>
          <Text as="dt" tone="ink-2">{t`Measured`}</Text>
          <dd>{size ? `${metres(size.width)} × ${metres(size.height)}` : '—'}</dd>
        </Stack>
        {points.length === 2 && typeof length === 'number' && !size && (
          <Text as="p" tone="critical">{t`The two points are too close together.`}</Text>
        )}
        {problem !== undefined && (
          <Text as="p" tone="critical" role="alert">
            {i18n._(wordsForError(problem))}
          </Text>
        )}
        <Row wrap gap={2} columnGap={3}>
          <Button onClick={() => void save()} disabled={!size || !online} loading={busy}>
            {t`Save the size`}
          </Button>
          <Button variant="default" disabled={points.length === 0} onClick={() => setPoints([])}>
            {t`Start over`}
          </Button>
        </Row>
      </Card>
    </Stack>
  )
}
