// Beside the map: each device with its figures, what happened on the way, every position, the speed over time.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { playedAt, type Timeline } from '../../../domain/track/timeline.ts'
import { Column, Muted } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { Empty, Loading } from '../../../ui/states.tsx'
import type { Happened } from './happened.ts'
import { HappenedTable } from './happened-table.tsx'
import type { Player } from './playback.driver.ts'
import type { ShownTrack } from './shown-track.ts'
import { TrackCards } from './track-cards.tsx'
import css from './track-page.module.css'
import type { TrackVariant } from './track-variants.ts'
import type { Missing } from './use-happened.ts'
import { ViewSwitches, type ViewSwitchesState } from './view-switches.tsx'

const PointsTable = lazy(async () => ({ default: (await import('./points-table.tsx')).PointsTable }))
const SpeedChart = lazy(async () => ({ default: (await import('./speed-chart.tsx')).SpeedChart }))

interface TrackSideProps {
  variant: TrackVariant
  player: Player
  timeline: Timeline
  tracks: readonly ShownTrack[]
  happened: readonly Happened[]
  /** Where more happened than was asked for. */
  missing: Missing | undefined
  selected: Happened | undefined
  onPick: (one: Happened) => void
  follows: string | undefined
  onFollow: (imei: string | undefined) => void
  switches: ViewSwitchesState
}

type Tab = 'exits' | 'way' | 'points' | 'speed'

export function TrackSide(props: TrackSideProps) {
  const { variant, player, timeline, tracks, happened, missing, selected, onPick } = props
  const { follows, onFollow, switches } = props
  const { t } = useLingui()
  const [tab, setTab] = useState<Tab>(variant.fences ? 'exits' : 'way')
  const exits = useMemo(() => happened.filter(({ kind }) => kind === 'exit'), [happened])
  const several = tracks.length > 1
  return (
    <Column
      as="aside"
      gap={3}
      shrinkDown
      scroll="y"
      area="side"
      openOnTablet
      className={css.side}
      aria-label={t`The tracks in figures`}
    >
      <TrackCards player={player} timeline={timeline} tracks={tracks} follows={follows} onFollow={onFollow} />
      <ViewSwitches {...switches} />
      <SegmentedFilter
        stretch
        label={t`Details`}
        segments={[
          ...(variant.fences
            ? [{ value: 'exits' as const, label: t`Geofence exits`, count: exits.length }]
            : []),
          { value: 'way', label: t`On the way` },
          { value: 'points', label: t`Positions` },
          { value: 'speed', label: t`Speed` },
        ]}
        value={tab}
        onChange={setTab}
      />
      {missing && (tab === 'exits' || tab === 'way') && <MissingNote {...missing} />}
      {tab === 'exits' &&
        (exits.length === 0 ? (
          <Empty
            icon="fence"
            title={t`No geofence was left in this time`}
            why={t`An exit is listed here and marked on the map as soon as the device leaves a geofence that watches it.`}
          />
        ) : (
          <HappenedTable happened={exits} selected={selected} several={several} onPick={onPick} />
        ))}
      {tab === 'way' && (
        <HappenedTable happened={happened} selected={selected} several={several} onPick={onPick} />
      )}
      <Suspense fallback={<Loading variant="list" count={6} />}>
        {tab === 'points' && (
          <PointsTable
            tracks={tracks}
            onPick={moment => player.send({ on: 'jumped', to: playedAt(timeline, moment) })}
          />
        )}
        {tab === 'speed' && <SpeedChart timeline={timeline} tracks={tracks} />}
      </Suspense>
    </Column>
  )
}

/** Alarms and crossings are read in pieces: how many are shown, and the way to the next. */
export function MissingNote({ shown, total, busy, more }: Missing) {
  const number = numberFormat(useIntlLocale())
  return (
    <Muted as="p" className={css.quiet} role="status">
      <Trans>
        The newest {number.format(shown)} of {number.format(total)} alarms and crossings are shown.
      </Trans>{' '}
      <Button variant="subtle" size="compact-sm" loading={busy} onClick={more}>
        <Trans>Show more</Trans>
      </Button>
    </Muted>
  )
}
