// Drawings beside the outdoor map: site plans lie where the site is, and are put there by their corners and their middle.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NumberInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { boundsOf } from '../../domain/geo/geo.ts'
import { drawing } from '../../domain/indoor/indoor.ts'
import { cornerDragged, type SitePlacement, siteCorners } from '../../domain/indoor/site-placement.ts'
import { sendRequest } from '../../platform/http.ts'
import type { MapHost } from '../../platform/map/map-host.ts'
import { DEFAULT_CAMERA, type MapLayer } from '../../platform/map/map-port.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useMapColours } from '../../resource/map/map-colours.ts'
import { MapView } from '../../resource/map/map-view.tsx'
import { placementOf, sitePlanLayer } from '../../resource/map/site-plans.ts'
import { endpointsFor, invalidateEntity } from '../../resource/query.ts'
import { SearchBox } from '../../resource/search-box.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Card, Column, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { DrawingThumb } from './drawing-peek.tsx'
import css from './indoor.module.css'
import { drawingsOptions } from './indoor-query.ts'
import { type Drawing, pictureTypeWords } from './indoor-words.ts'
import { PickButton } from './pick-button.tsx'
import { PlanNote } from './plan-note.tsx'

/** Width of a plan in metres until somebody sets it. */
const FIRST_WIDTH = 100

export function SitePlansPage() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const drawings = useQuery(drawingsOptions())
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<number>()
  const [draft, setDraft] = useState<SitePlacement>()
  const host = useRef<MapHost>(undefined)
  const fitted = useRef(false)
  const rows = useMemo(() => drawings.data?.list ?? [], [drawings.data])
  const row = rows.find(({ id }) => id === chosen)
  const layers = useLayers(rows, row, draft)
  const lookAt = (places: readonly SitePlacement[]) => {
    const bounds = boundsOf(places.flatMap(placement => siteCorners(placement)))
    if (bounds) host.current?.fit(bounds, { paddingPixels: 60, animate: false })
  }
  const placed = rows.flatMap(one => placementOf(one) ?? [])
  if (host.current && !fitted.current && placed.length > 0) {
    fitted.current = true
    lookAt(placed.slice(0, 1))
  }
  const choose = (one: Drawing) => {
    setChosen(one.id === chosen ? undefined : one.id)
    setDraft(undefined)
    const placement = placementOf(one)
    if (placement) lookAt([placement])
  }
  const sought = text.trim().toLocaleLowerCase()
  const shown = rows.filter(({ title, project, building }) =>
    `${title} ${project ?? ''} ${building ?? ''}`.toLocaleLowerCase().includes(sought),
  )
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Drawings' })} count={drawings.data?.total}>
        {drawings.data && (!online || drawings.isError) && <StaleBadge at={drawings.dataUpdatedAt} />}
      </PageHead>
      <Stack gap={3} shrinkDown cols="minmax(0, 1fr) 340px" grows="natural" className={css.split}>
        <Box relative edge="line" round="card" hidden mih={320} className={css.map}>
          <MapView
            label={t`Site plans on the map`}
            layers={layers}
            camera={DEFAULT_CAMERA}
            controls="full"
            onHost={next => {
              host.current = next
              fitted.current = next !== undefined && placed.length > 0
              if (next && placed.length > 0) lookAt(placed.slice(0, 1))
            }}
            events={{
              dragged: ({ id, at }) =>
                setDraft(before => {
                  if (!before) return before
                  return id === 'middle' ? { ...before, ...at } : cornerDragged(before, Number(id), at)
                }),
            }}
          >
            {draft && (
              <PlanNote>{t`Drag the centre to move it, a corner to turn it and change its size.`}</PlanNote>
            )}
          </MapView>
        </Box>
        <Card as="aside" column gap={2} shrinkDown scroll="both" openOnTablet className={css.side}>
          {row && (
            <Chosen
              key={row.id}
              row={row}
              draft={draft}
              onDraft={setDraft}
              onPlace={async () => {
                const middle = host.current?.camera().centre ?? DEFAULT_CAMERA.centre
                const aspect = await aspectOf(row.picture)
                const width = row.realWidth ?? FIRST_WIDTH
                setDraft(
                  placementOf(row) ?? {
                    ...middle,
                    rotation: 0,
                    width,
                    height: row.realHeight ?? Math.round((width / aspect) * 100) / 100,
                  },
                )
              }}
            />
          )}
          <SearchBox value={text} onSearch={setText} label={t`Find a drawing`} />
          {drawings.isError && !drawings.data && (
            <ErrorState
              what={i18n._(wordsForError(drawings.error))}
              onRetry={() => void drawings.refetch()}
            />
          )}
          {drawings.isPending && !drawings.isError && <Loading variant="list" count={5} />}
          {drawings.data?.list.length === 0 && (
            <Empty
              icon="map"
              title={<Trans>No drawings yet</Trans>}
              why={<a href="#/drawingList?form=new">{t`Add drawing`}</a>}
            />
          )}
          <List className={css.tags} aria-label={t({ context: 'page', message: 'Drawings' })}>
            {shown.map(one => (
              <li key={one.id}>
                <PickButton pictured chosen={one.id === chosen} onChoose={() => choose(one)}>
                  <DrawingThumb row={one} />
                  <Column as="span" gap="half" shrink>
                    <Text as="bdi" fits atBlock="start" medium clip>
                      {one.title}
                    </Text>
                    <Row as="span" align="stretch" gap={2} hidden size="caption" tone="ink-2" nowrap>
                      <span>{i18n._(pictureTypeWords[one.pictureType])}</span>
                      <bdi>{[one.building, one.floor].filter(Boolean).join(' · ')}</bdi>
                    </Row>
                  </Column>
                  {placementOf(one) && <Icon name="pin" size={16} label={t`On the map`} />}
                </PickButton>
              </li>
            ))}
          </List>
        </Card>
      </Stack>
    </PageFrame>
  )
}

/** Width by height of a picture; square where it cannot be loaded. */
async function aspectOf(picture: string): Promise<number> {
  const image = new Image()
  image.src = picture
  await image.decode().catch(() => undefined)
  return image.naturalHeight > 0 ? image.naturalWidth / image.naturalHeight : 1
}

function useLayers(rows: readonly Drawing[], chosen: Drawing | undefined, draft: SitePlacement | undefined) {
  const { t } = useLingui()
  const colours = useMapColours()
  // The plan that is being moved is drawn from its draft, so not here.
  const moving = draft && chosen?.id
  const still = useMemo(
    () =>
      Object.fromEntries(
        rows.flatMap(row => {
          const placement = placementOf(row)
          if (!placement || row.id === moving) return []
          return [[`site:${row.id}`, sitePlanLayer(row.picture, placement)] as const]
        }),
      ),
    [rows, moving],
  )
  return useMemo((): Record<string, MapLayer | undefined> => {
    if (!draft || !chosen) return still
    const corners = siteCorners(draft)
    return {
      ...still,
      [`site:${chosen.id}`]: sitePlanLayer(chosen.picture, draft, 0.7),
      outline: {
        kind: 'shapes',
        shapes: [{ id: 'outline', form: { rings: [corners] }, colour: colours.accent, fillOpacity: 0.04 }],
      },
      handles: {
        kind: 'markers',
        markers: [
          ...corners.map((at, index) => ({
            id: String(index),
            at,
            look: { shape: 'filled' as const, colour: colours.accent },
            label: t`Corner ${index + 1} of the plan`,
            size: 18,
            draggable: true,
          })),
          {
            id: 'middle',
            at: { longitude: draft.longitude, latitude: draft.latitude },
            look: { shape: 'diamond', colour: colours.accent },
            label: t`Centre of the plan`,
            size: 26,
            draggable: true,
          },
        ],
      },
    }
  }, [still, draft, chosen, colours, t])
}

interface ChosenProps {
  row: Drawing
  draft: SitePlacement | undefined
  onDraft: (draft: SitePlacement | undefined) => void
  onPlace: () => Promise<void>
}

function Chosen({ row, draft, onDraft, onPlace }: ChosenProps) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const save = async (placement: SitePlacement | undefined) => {
    setBusy(true)
    setProblem(undefined)
    const { id, version, title, pictureType, picture, positioning } = row
    try {
      await sendRequest(endpointsFor(drawing).save, {
        id,
        version,
        title,
        pictureType,
        picture,
        positioning,
        longitude: placement?.longitude ?? null,
        latitude: placement?.latitude ?? null,
        rotation: placement?.rotation ?? null,
        ...(placement && { realWidth: placement.width, realHeight: placement.height }),
      })
      await invalidateEntity(client, drawing)
      onDraft(undefined)
      showToast({ kind: 'ok', message: msg`Saved` })
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  const figures = draft && [
    { of: 'longitude' as const, label: t`Longitude`, suffix: '°', scale: 6 },
    { of: 'latitude' as const, label: t`Latitude`, suffix: '°', scale: 6 },
    { of: 'width' as const, label: t`Real width`, suffix: ' m', scale: 2 },
    { of: 'height' as const, label: t`Real height`, suffix: ' m', scale: 2 },
    { of: 'rotation' as const, label: t`Rotation`, suffix: '°', scale: 1 },
  ]
  return (
    <Column as="section" gap={2} edgeBelow padBelow={3} aria-label={row.title}>
      <Text as="h2" size="small" strong tone="ink-2">
        <bdi>{row.title}</bdi>
      </Text>
      {!draft && (
        <Row wrap gap={2} columnGap={3}>
          {may('drawing.save') && row.pictureType === 'site' && (
            <Button onClick={() => void onPlace()} leftSection={<Icon name="pin" />} disabled={!online}>
              {placementOf(row) ? t`Move it` : t`Put it on the map`}
            </Button>
          )}
          {may('drawing.save') && placementOf(row) && (
            <Button variant="default" loading={busy} onClick={() => void save(undefined)} disabled={!online}>
              {t`Take it off the map`}
            </Button>
          )}
          <Button variant="default" component="a" href={row.picture} target="_blank" rel="noreferrer">
            {t`Open the image`}
          </Button>
          {row.pictureType !== 'site' && (
            <Text
              as="p"
              tone="ink-2"
            >{t`Site plans lie on the outdoor map; this is another kind of drawing.`}</Text>
          )}
        </Row>
      )}
      {draft && figures && (
        <>
          <Stack gap={2} cols="repeat(2, minmax(0, 1fr))" className={css.fields}>
            {figures.map(({ of, label, suffix, scale }) => (
              <NumberInput
                key={of}
                label={label}
                suffix={suffix}
                decimalScale={scale}
                value={draft[of]}
                onChange={value => {
                  if (typeof value === 'number' && Number.isFinite(value)) onDraft({ ...draft, [of]: value })
                }}
              />
            ))}
          </Stack>
          <Row wrap gap={2} columnGap={3}>
            <Button loading={busy} disabled={!online} onClick={() => void save(draft)}>
              {t`Save`}
            </Button>
            <Button variant="default" onClick={() => onDraft(undefined)}>
              {t`Cancel`}
            </Button>
          </Row>
        </>
      )}
      {problem !== undefined && (
        <Text as="p" tone="critical" role="alert">
          {i18n._(wordsForError(problem))}
        </Text>
      )}
    </Column>
  )
}
