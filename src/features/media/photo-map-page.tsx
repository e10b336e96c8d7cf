// Photos beside the map: what was photographed of late, and where.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { photo } from '../../domain/media/photo.ts'
import type { ReviewState } from '../../domain/media/review.ts'
import { ActionsProvider } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { useListAddress } from '../../resource/list-search.ts'
import { PlaceMap, type ShownPlace } from '../../resource/map/place-map.tsx'
import { Peek } from '../../resource/peek.tsx'
import { pageOptions } from '../../resource/query.ts'
import { SearchBox } from '../../resource/search-box.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { photoView } from './photo.view.tsx'
import { ReviewBar } from './review-bar.tsx'
import type { PhotoRow } from './taken-peek.tsx'
import { TakenBadges } from './taken-peek.tsx'

/** As many as a map shows without hiding each other, the newest of them. */
const MOST = 100
const LOOK_AGAIN_MS = 30_000
const BESIDE_PIXELS = 560
const ABOVE_PIXELS = 240

const looks: Record<ReviewState, NonNullable<ShownPlace['look']>> = {
  review: { shape: 'ring', colour: 'info' },
  approved: { shape: 'filled', colour: 'ok' },
  rejected: { shape: 'ring', colour: 'off' },
  hidden: { shape: 'dashed', colour: 'off' },
  reported: { shape: 'diamond', colour: 'warning' },
}

export function PhotoMapPage() {
  const may = useRights()
  if (!may('photo.read')) return <Forbidden />
  return (
    <ActionsProvider view={photoView}>
      <PhotoMap />
    </ActionsProvider>
  )
}

function PhotoMap() {
  const { i18n, t } = useLingui()
  const { search, change } = useListAddress(photo)
  const online = useOnline()
  const wide = useScreen() === 'desktop'
  const { q, open } = search
  const list = useQuery({
    ...pageOptions(photo, { size: MOST, sort: '-shown', ...(q && { q }) }),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const rows = list.data?.list
  const places = useMemo<readonly ShownPlace[]>(
    () =>
      (rows ?? []).flatMap(({ id, name, state, latitude, longitude, accuracyMetres }) =>
        latitude === null || longitude === null
          ? []
          : [
              {
                id: String(id),
                label: name,
                at: { latitude, longitude },
                look: looks[state],
                accuracyMetres,
              },
            ],
      ),
    [rows],
  )
  const opened = rows?.find(({ id }) => id === open)
  const show = (id: number | undefined) => change({ open: id }, { replace: true })
  const map = (
    <PlaceMap
      places={places}
      label={t`Map of the photos`}
      height={wide ? BESIDE_PIXELS : ABOVE_PIXELS}
      selected={open === undefined ? undefined : String(open)}
      onPick={id => show(Number(id))}
    />
  )
  return (
    <PageFrame
      scrolls
      beside={
        open !== undefined && (
          <Peek view={photoView} id={open} listed={opened} onClose={() => show(undefined)} />
        )
      }
    >
      <PageHead
        title={t({ context: 'page', message: 'Photos' })}
        count={list.data?.total}
        end={
          <SearchBox value={q ?? ''} onSearch={text => change({ q: text || undefined }, { replace: true })} />
        }
      >
        {rows && (!online || list.isError) && <StaleBadge at={list.dataUpdatedAt} />}
      </PageHead>
      <ReviewBar of="photo" />
      {list.isError && !rows && (
        <ErrorState what={i18n._(wordsForError(list.error))} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <Loading variant="cards" />}
      {rows?.length === 0 && (
        <Empty
          icon="camera"
          title={q ? <Trans>No match</Trans> : <Trans>No photos yet</Trans>}
          why={
            <Trans>What patrols photograph on their rounds and what is uploaded here is listed here.</Trans>
          }
        />
      )}
      {rows && rows.length > 0 && (
        <Stack cols="minmax(0, 1fr) minmax(0, 1fr)" oneOnTablet gap={4} align="start">
          {wide ? null : map}
          <List tiles="small" stack gap={3} aria-label={t({ context: 'page', message: 'Photos' })}>
            {rows.map(row => (
              <Tile key={row.id} row={row} current={row.id === open} onOpen={() => show(row.id)} />
            ))}
          </List>
          {wide ? map : null}
        </Stack>
      )}
    </PageFrame>
  )
}

interface TileProps {
  row: PhotoRow
  current: boolean
  onOpen: () => void
}

function Tile({ row, current, onOpen }: TileProps) {
  const { t } = useLingui()
  return (
    <li>
      <button
        type="button"
        className={look({
          bare: true,
          stack: true,
          gap: 1,
          pad: 2,
          wide: true,
          card: true,
          text: 'start',
          pointer: true,
          hovers: true,
          outlined: current,
        })}
        aria-current={current}
        onClick={onOpen}
      >
        <Box relative hidden round="control" ground="sunken" h={120}>
          <img
            className={look({ over: true, wide: true, tall: true, cover: true })}
            src={row.url}
            alt=""
            loading="lazy"
            decoding="async"
          />
        </Box>
        <Text strong clip>
          <bdi>{row.name}</bdi>
        </Text>
        <Row wrap gap={1}>
          <TakenBadges row={row} />
        </Row>
        <Row justify="between" gap={2} size="caption" tone="ink-2">
          <Text clip shrink>
            <bdi>{row.userName}</bdi>
          </Text>
          <Age at={row.takenAt} />
        </Row>
        {row.latitude === null && <Text size="caption" tone="ink-3">{t`No position`}</Text>}
      </button>
    </li>
  )
}
