// Words and colours of drawings, base stations and zones.
import { msg } from '@lingui/core/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { baseStation, drawing, indoorZone } from '../../domain/indoor/indoor.ts'
import type { Word } from '../../resource/view.ts'
import type { TokenName } from '../../ui/tokens.ts'

export type Drawing = RowOf<typeof drawing>
export type BaseStation = RowOf<typeof baseStation>
export type IndoorZone = RowOf<typeof indoorZone>
/** As much of a floor and of its zones as is drawn. */
export type DrawnFloor = Pick<Drawing, 'id' | 'title' | 'picture' | 'realWidth' | 'realHeight'>
export type DrawnZone = Pick<IndoorZone, 'id' | 'name' | 'kind' | 'corners'>

export const pictureTypeWords = {
  plan: msg`Floor plan`,
  site: msg`Site plan`,
  section: msg`Section`,
  other: msg`Other drawing`,
}

export const stationStatusWords = {
  default: { label: msg`Default`, shape: 'inactive' },
  disabled: { label: msg`Disabled`, shape: 'offline' },
  normal: { label: msg`Normal`, shape: 'online' },
} satisfies Record<BaseStation['status'], Word>

/** Tokens of the skin: real colours are asked of the map's colours. */
export const stationColours: Record<BaseStation['status'], TokenName> = {
  default: 'new',
  disabled: 'off',
  normal: 'ok',
}
export const stationShapes = { default: 'dashed', disabled: 'ring', normal: 'filled' } as const

export const zoneKindWords = {
  work: msg`Work area`,
  restricted: msg`Restricted area`,
  danger: msg`Danger area`,
  assembly: msg`Assembly point`,
}
export const zoneColours: Record<IndoorZone['kind'], TokenName> = {
  work: 'accent',
  restricted: 'warning',
  danger: 'critical',
  assembly: 'ok',
}

/** The sign of a base station in a marker, in a box of 24 × 24. */
export const STATION_GLYPH =
  'M12 10.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3ZM7.8 7.8l1.4 1.4a4 4 0 0 0 0 5.6l-1.4 1.4a6 6 0 0 1 0-8.4Zm8.4 0a6 6 0 0 1 0 8.4l-1.4-1.4a4 4 0 0 0 0-5.6Z'
