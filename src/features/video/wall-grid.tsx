// The pictures of a wall in their places. They are one list in one grid, so that a picture which changes its place stays the
// same element and goes on without a gap.
import { Trans, useLingui } from '@lingui/react/macro'
import type { CSSProperties, ReactNode } from 'react'
import { isBig, placesIn, type WallShape } from '../../domain/video/wall.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { List } from '../../ui/kit/parts.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { LiveTile } from './live-tile.tsx'
import type { WallDriver, WallView } from './wall.driver.ts'

const grids: Record<WallShape, { columns: number; rows: number; areas: readonly string[] }> = {
  one: { columns: 1, rows: 1, areas: ['1 / 1'] },
  four: { columns: 2, rows: 2, areas: ['1 / 1', '1 / 2', '2 / 1', '2 / 2'] },
  bigAndFive: {
    columns: 3,
    rows: 3,
    areas: ['1 / 1 / 3 / 3', '1 / 3', '2 / 3', '3 / 1', '3 / 2', '3 / 3'],
  },
  six: { columns: 3, rows: 2, areas: ['1 / 1', '1 / 2', '1 / 3', '2 / 1', '2 / 2', '2 / 3'] },
}

export interface WallGridProps {
  driver: WallDriver
  view: WallView
  nameOf: (cameraId: number) => string
  chosen: number | undefined
  /** What stands over the picture of the alarm. */
  alarmHead: ReactNode
  onChoose: (cameraId: number) => void
  onCapture: ((cameraId: number) => void) | undefined
  /** Absent where the page shows one picture, chosen beside it. */
  onOpen?: (place: number) => void
  /** Instead of closing it on the wall. */
  onClose?: () => void
}

export function WallGrid(props: WallGridProps) {
  const { driver, view, nameOf, chosen, alarmHead } = props
  const { t } = useLingui()
  const phone = useScreen() === 'phone'
  const { wall, tiles } = view
  const { shape } = wall
  const { columns, rows, areas } = grids[shape]
  const placeStyle = (place: number): CSSProperties => {
    const area = isBig(shape, place) ? { gridColumn: '1 / -1', order: -1 } : { order: place }
    return phone ? { ...area, aspectRatio: '16 / 9' } : { gridArea: areas[place] }
  }
  const inSight = wall.places.slice(0, placesIn[shape])
  const open = inSight
    .flatMap((cameraId, place) => (cameraId === undefined ? [] : [{ cameraId, place }]))
    .sort((a, b) => a.cameraId - b.cameraId)
  return (
    <List
      stack
      gap={2}
      aria-label={t`Live pictures`}
      cols={`repeat(${phone ? Math.min(columns, 2) : columns}, minmax(0, 1fr))`}
      style={
        phone
          ? {}
          : {
              gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
              aspectRatio: `${columns * 16} / ${rows * 9}`,
              maxBlockSize: 'calc(100dvh - 150px)',
            }
      }
    >
      {open.map(({ cameraId, place }) => {
        const tile = tiles.get(cameraId)
        const heard = wall.sound === cameraId
        return (
          tile && (
            <LiveTile
              key={cameraId}
              driver={driver}
              view={tile}
              name={nameOf(cameraId)}
              big={isBig(shape, place)}
              heard={heard}
              chosen={chosen === cameraId}
              head={wall.alarm?.key === cameraId ? alarmHead : undefined}
              style={placeStyle(place)}
              onChoose={() => props.onChoose(cameraId)}
              onBig={place === 0 ? undefined : () => driver.send({ on: 'swap', from: place, to: 0 })}
              onHear={() => driver.send({ on: 'sound', key: heard ? undefined : cameraId })}
              onCapture={props.onCapture && (() => props.onCapture?.(cameraId))}
              onClose={props.onClose ?? (() => driver.send({ on: 'close', key: cameraId }))}
            />
          )
        )
      })}
      {inSight.map(
        (cameraId, place) =>
          cameraId === undefined &&
          props.onOpen && (
            // biome-ignore lint/suspicious/noArrayIndexKey: an empty place is its number
            <li key={`place ${place}`} className={look({ column: true })} style={placeStyle(place)}>
              <button
                type="button"
                className={look({
                  bare: true,
                  center: true,
                  grow: true,
                  edge: 'dashed',
                  round: 'card',
                  ground: 'sunken',
                  tone: 'ink-2',
                  pointer: true,
                  hovers: true,
                  size: 'small',
                })}
                aria-label={t`Open a picture in place ${place + 1}`}
                onClick={() => props.onOpen?.(place)}
              >
                <span className={look({ inline: true, gap: 2 })}>
                  <Icon name="plus" size={18} />
                  <Trans>Open a picture</Trans>
                </span>
              </button>
            </li>
          ),
      )}
    </List>
  )
}
