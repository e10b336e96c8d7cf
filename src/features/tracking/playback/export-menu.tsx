// Tracks as files: for map programs, for globes, for spreadsheets. Made here, from what is shown.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { PRODUCT_NAME } from '../../../domain/product.ts'
import { gpxOf, kmlOf } from '../../../domain/track/export.ts'
import { giveFile } from '../../../resource/give-file.ts'
import { useMapColours } from '../../../resource/map/map-colours.ts'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { formatMoment } from '../../../ui/locale.ts'
import { MenuAction } from '../../../ui/menu-action.tsx'
import type { ShownTrack } from './shown-track.ts'
import { type CsvColumn, csvColumns, trackCsv } from './track-csv.ts'
import css from './track-page.module.css'

const types = {
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  csv: 'text/csv;charset=utf-8',
} as const

interface ExportMenuProps {
  tracks: readonly ShownTrack[]
  /** Why there is nothing to save yet, in words. */
  blocked: string | undefined
}

export function ExportMenu({ tracks, blocked }: ExportMenuProps) {
  const { t } = useLingui()
  const colours = useMapColours()
  const heads: Record<CsvColumn, string> = {
    device: t`Device`,
    imei: 'IMEI',
    time: t`Time`,
    latitude: t`Latitude`,
    longitude: t`Longitude`,
    accuracy: t`Accuracy (m)`,
    source: t`Source`,
    interval: t`To the next (s)`,
    distance: t`To the next (m)`,
    speed: t`Speed (km/h)`,
  }
  const save = (format: keyof typeof types) => {
    const named = tracks
      .filter(({ track }) => track.times.length > 0)
      .map(({ imei, name, track, tone }) => ({ imei, name: name || imei, track, colour: colours[tone] }))
    const pieces =
      format === 'gpx'
        ? gpxOf(named, PRODUCT_NAME)
        : format === 'kml'
          ? kmlOf(named, PRODUCT_NAME)
          : trackCsv(named, heads, formatMoment)
    // A blob takes the pieces as they come: the whole is never one text.
    const parts: Blob[] = []
    let some: string[] = []
    for (const piece of pieces) {
      some.push(piece)
      if (some.length < csvColumns.length) continue
      parts.push(new Blob(some))
      some = []
    }
    giveFile(new Blob([...parts, ...some], { type: types[format] }), nameOf(named, format))
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className={css.export ?? ''}
          variant="default"
          aria-label={t`Export`}
          leftSection={<Icon name="download" />}
        >
          <span className={look({ goneOnPhone: true })}>
            <Trans>Export</Trans>
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuAction label={t`For map programs (GPX)`} blocked={blocked} onRun={() => save('gpx')} />
        <MenuAction label={t`For globes (KML)`} blocked={blocked} onRun={() => save('kml')} />
        <MenuAction label={t`As a text table (CSV)`} blocked={blocked} onRun={() => save('csv')} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** `track-862000000000001-20261120.gpx` */
function nameOf(tracks: readonly { imei: string; track: ShownTrack['track'] }[], format: string): string {
  const first = Math.min(...tracks.map(({ track }) => track.times[0] ?? 0))
  const who = tracks.length === 1 ? tracks[0]?.imei : String(tracks.length)
  return `track-${who}-${formatMoment(first).slice(0, 10).replaceAll('-', '')}.${format}`
}
