// One tile: its title, and what it shows, or in words why it shows nothing.
import { Trans, useLingui } from '@lingui/react/macro'
import type { MeasuredTiles, TileAnswer } from '../../contract/endpoints/board.ts'
import type { BoardTile } from '../../domain/board/tiles.ts'
import type { Moments } from '../../domain/scene/figures.ts'
import { isFigureStale } from '../../domain/scene/scenes.ts'
import { Age } from '../../ui/age.tsx'
import { Box, Center, Column, Row, Text } from '../../ui/kit/parts.tsx'
import { useBoardParts } from './board-parts.ts'
import { titleOf } from './board-words.ts'
import css from './boards.module.css'
import { ChartBody, ListBody } from './list-bodies.tsx'
import { AnnouncementBody, ClockBody, CountBody, ManyBody } from './plain-bodies.tsx'
import { TileNote } from './tile-note.tsx'

export type Measured = MeasuredTiles['tiles'][number]

export interface BoardTileViewProps {
  tile: BoardTile
  /** Undefined until the first answer. */
  measured: Measured | undefined
  moments: Moments | undefined
  now: number
  /** No answer came at all. */
  broken: boolean
  /** Links and controls, which a wall does not have. */
  pressable: boolean
}

/** Tiles that are fetched by the one who draws them say themselves how old they are. */
const isLive = (tile: BoardTile) =>
  tile.kind === 'clock' || tile.kind === 'map' || tile.kind === 'plan' || tile.kind === 'video'

export function BoardTileView(props: BoardTileViewProps) {
  const { tile, measured, now, broken } = props
  const { i18n } = useLingui()
  const parts = useBoardParts()
  const stale = measured !== undefined && !isLive(tile) && isFigureStale(measured.at, now)
  return (
    <Column
      tall
      hidden
      ground="surface"
      edge="line"
      round="card"
      className={css.tile}
      data-stale={stale || undefined}
      data-answer={measured?.answer.is}
    >
      <Row justify="between" gap={2} padX={3} padY={2} rigid>
        <Text as="h2" size="small" medium tone="ink-2" clip shrink>
          <bdi>{titleOf(tile, parts, i18n)}</bdi>
        </Text>
        {stale && (
          <Text size="caption" tone="warning" nowrap>
            <Age at={measured.at} />
          </Text>
        )}
      </Row>
      <Box relative grow shrinkDown scroll="y" className={css.body}>
        {measured ? (
          <Body {...props} answer={measured.answer} stale={stale} />
        ) : broken ? (
          <TileNote icon="alert">
            <Trans>Not available now</Trans>
          </TileNote>
        ) : (
          <Center over role="status" aria-busy="true">
            <Text size="caption" tone="ink-3">
              <Trans>Loading</Trans>
            </Text>
          </Center>
        )}
      </Box>
    </Column>
  )
}

function Body({
  tile,
  answer,
  moments,
  pressable,
  stale,
}: BoardTileViewProps & { answer: TileAnswer; stale: boolean }) {
  const { Ground, Plan, Video } = useBoardParts()
  switch (answer.is) {
    case 'forbidden':
      return (
        <TileNote icon="lock">
          <Trans>Your role may not see this</Trans>
        </TileNote>
      )
    case 'gone':
      return (
        <TileNote icon="search">
          <Trans>What it showed is there no longer</Trans>
        </TileNote>
      )
    case 'unset':
      return (
        <TileNote icon="gear">
          <Trans>Nothing has been chosen for this tile</Trans>
        </TileNote>
      )
    case 'failed':
      return (
        <TileNote icon="alert">
          <Trans>Not available now</Trans>
        </TileNote>
      )
    case 'unshown':
      return (
        <TileNote icon="lock">
          <Trans>A wall does not show this</Trans>
        </TileNote>
      )
    case 'many':
      return <ManyBody total={answer.total} stale={stale} />
    case 'count':
      return <CountBody tile={tile} answer={answer} moments={moments} stale={stale} pressable={pressable} />
    case 'rows':
      return tile.kind === 'list' ? <ListBody tile={tile} answer={answer} pressable={pressable} /> : null
    case 'bars':
      return tile.kind === 'chart' ? <ChartBody tile={tile} answer={answer} /> : null
    case 'announcement':
      return <AnnouncementBody answer={answer} />
    case 'open':
      if (tile.kind === 'clock') return <ClockBody />
      if (tile.kind === 'map')
        return (
          <Box over>
            <Ground />
          </Box>
        )
      if (tile.kind === 'plan' && tile.drawingId !== null)
        return (
          <Box over>
            <Plan drawingId={tile.drawingId} />
          </Box>
        )
      if (tile.kind === 'video' && tile.cameraId !== null)
        return (
          <Box over>
            <Video cameraId={tile.cameraId} name={answer.name ?? ''} />
          </Box>
        )
      return null
  }
}
