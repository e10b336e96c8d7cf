// The ways from an emergency to other rooms: what happened is replayed, people are called by their roll.
import { Trans } from '@lingui/react/macro'
import { HOUR_MS } from '../domain/durations.ts'
import type { EmergencyRow } from '../domain/emergency/emergency.ts'
import { itemsOf, type LogEntry } from '../domain/emergency/emergency-log.ts'
import { writeReplaySearch } from '../features/replay/replay-search.ts'
import { serverNow } from '../platform/server-clock.ts'
import { useRights } from '../resource/surroundings.ts'
import { Icon } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import { Row } from '../ui/kit/parts.tsx'

/** What led to it is of interest too. */
const BEFORE_MS = HOUR_MS / 2
const LONGEST_MS = 24 * HOUR_MS
const MOST_DEVICES = 20
const WIDEST_METRES = 2_000

const way = look({ inline: true, gap: 2, touchable: true, tone: 'accent' })

/** The address of the time machine; undefined where the emergency names neither a device nor a place. */
export function replayOf(row: EmergencyRow, entries: readonly LogEntry[], now: number): string | undefined {
  const devices = itemsOf(entries)
    .filter(({ struck, entry }) => !struck && entry.facts.of === 'device')
    .map(({ entry }) => entry.facts.subjectId)
    .slice(0, MOST_DEVICES)
  const { latitude, longitude, radius } = row
  const around =
    latitude != null && longitude != null
      ? { latitude, longitude, radiusMetres: Math.min(radius ?? WIDEST_METRES, WIDEST_METRES) }
      : undefined
  if (devices.length === 0 && !around) return undefined
  const from = row.startedAt - BEFORE_MS
  const search = writeReplaySearch({
    ...{ from, to: Math.min(row.closedAt ?? now, from + LONGEST_MS), at: row.startedAt },
    ...(devices.length > 0 ? { devices } : { around }),
  })
  const said = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return `/timeMachine?${new URLSearchParams(said)}`
}

export function EmergencyWays({ row, entries }: { row: EmergencyRow; entries: readonly LogEntry[] }) {
  const may = useRights()
  const replayed = may('replay.read') ? replayOf(row, entries, serverNow()) : undefined
  return (
    <Row gap={4} wrap>
      {replayed !== undefined && (
        <a className={way} href={`#${replayed}`}>
          <Icon name="clock" /> <Trans>Replay</Trans>
        </a>
      )}
      {may('muster.read') && (
        <a className={way} href="#/musters">
          <Icon name="users" /> <Trans context="page">Roll calls</Trans>
        </a>
      )}
    </Row>
  )
}
