// Each device of the page: its colour, where it is now, and the figures of its whole track.
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { momentAt, type Timeline } from '../../../domain/track/timeline.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import type { Player } from './playback.driver.ts'
import { figuresOf, type ShownTrack, stateAt } from './shown-track.ts'
import css from './track-page.module.css'
import { distanceText, durationText, placeText, speedText } from './track-texts.ts'
import { usePlayed } from './use-player.ts'

interface TrackCardsProps {
  player: Player
  timeline: Timeline
  tracks: readonly ShownTrack[]
  follows: string | undefined
  onFollow: (imei: string | undefined) => void
}

export function TrackCards({ player, timeline, tracks, follows, onFollow }: TrackCardsProps) {
  const { t } = useLingui()
  return (
    <ul className={css.cards}>
      {tracks.map(shown => (
        <li key={shown.imei} className={css.card}>
          <div className={css.cardHead}>
            <i className={css.swatch} style={{ background: `var(--gh-${shown.tone})` }} aria-hidden="true" />
            <a className={css.name} href={`#/DeviceDtail?imei=${shown.imei}`}>
              <bdi>{shown.name || shown.imei}</bdi>
            </a>
            <IconButton
              icon="pin"
              label={t`Follow ${shown.name || shown.imei} with the map`}
              pressed={follows === shown.imei}
              disabled={shown.track.times.length === 0}
              onClick={() => onFollow(follows === shown.imei ? undefined : shown.imei)}
            />
          </div>
          {shown.track.times.length === 0 ? (
            <p className={css.quiet}>
              <Trans>No positions in this time</Trans>
            </p>
          ) : (
            <>
              <CardNow player={player} timeline={timeline} shown={shown} />
              <CardFigures shown={shown} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function CardNow({
  player,
  timeline,
  shown,
}: Pick<TrackCardsProps, 'player' | 'timeline'> & { shown: ShownTrack }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const now = stateAt(shown, momentAt(timeline, usePlayed(player)))
  if (!now) return null
  const words = { before: t`not heard yet`, on: undefined, gap: t`no positions`, after: t`track is over` }
  return (
    <p className={css.cardNow}>
      <bdi dir="ltr">{placeText(now.at.latitude, now.at.longitude)}</bdi>
      <bdi>{words[now.is] ?? (now.speed === undefined ? '—' : speedText(locale, now.speed))}</bdi>
    </p>
  )
}

function CardFigures({ shown }: { shown: ShownTrack }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const figures = useMemo(() => figuresOf(shown), [shown])
  const number = numberFormat(locale)
  const facts = [
    [t`Distance`, distanceText(locale, figures.metres)],
    [t`In motion`, durationText(locale, figures.moving)],
    [t`Standing`, durationText(locale, figures.standing)],
    [t`Fastest`, speedText(locale, figures.fastest)],
    [t`Stops`, number.format(shown.stops.length)],
    [t`Positions`, number.format(figures.points)],
    ...(shown.gaps.length > 0 ? [[t`Silent`, durationText(locale, figures.silent)] as const] : []),
  ] as const
  return (
    <>
      <dl className={css.figures}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {shown.jumps > 0 && (
        <p className={css.quiet}>{t`Impossible positions left out: ${number.format(shown.jumps)}`}</p>
      )}
      {shown.cutAt !== undefined && (
        <p className={css.note}>
          {t`There are more positions than one page can show: what comes after ${formatMoment(shown.cutAt)} is missing. Choose a shorter time.`}
        </p>
      )}
    </>
  )
}
