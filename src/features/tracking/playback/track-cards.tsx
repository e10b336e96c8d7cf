// Each device of the page: its colour, where it is now, and the figures of its whole track.
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { momentAt, type Timeline } from '../../../domain/track/timeline.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Box, Card, List, Muted, Row, Stack, Text } from '../../../ui/kit/parts.tsx'
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
    <List stack gap={2} rigid>
      {tracks.map(shown => (
        <Card as="li" key={shown.imei} stack gap={2}>
          <Row gap={2}>
            <Text
              as="i"
              rigid
              round="full"
              w={14}
              h={14}
              style={{ background: `var(--gh-${shown.tone})` }}
              aria-hidden="true"
            />
            <a
              className={look({ grow: true, shrink: true, strong: true, breaks: true, quietLink: true })}
              href={`#/DeviceDtail?imei=${shown.imei}`}
            >
              <bdi>{shown.name || shown.imei}</bdi>
            </a>
            <IconButton
              icon="pin"
              label={t`Follow ${shown.name || shown.imei} with the map`}
              pressed={follows === shown.imei}
              disabled={shown.track.times.length === 0}
              onClick={() => onFollow(follows === shown.imei ? undefined : shown.imei)}
            />
          </Row>
          {shown.track.times.length === 0 ? (
            <Muted as="p" className={css.quiet}>
              <Trans>No positions in this time</Trans>
            </Muted>
          ) : (
            <>
              <CardNow player={player} timeline={timeline} shown={shown} />
              <CardFigures shown={shown} />
            </>
          )}
        </Card>
      ))}
    </List>
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
    <Row as="p" wrap align="stretch" justify="between" gap="half" columnGap={3} size="small" tone="ink-2">
      <bdi dir="ltr">{placeText(now.at.latitude, now.at.longitude)}</bdi>
      <bdi>{words[now.is] ?? (now.speed === undefined ? '—' : speedText(locale, now.speed))}</bdi>
    </Row>
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
      <Stack as="dl" gap={2} columnGap={3} cols="repeat(auto-fill, minmax(96px, 1fr))">
        {facts.map(([label, value]) => (
          <div key={label}>
            <Text as="dt" size="caption" tone="ink-3">
              {label}
            </Text>
            <Box as="dd" strong>
              <bdi>{value}</bdi>
            </Box>
          </div>
        ))}
      </Stack>
      {shown.jumps > 0 && (
        <Muted
          as="p"
          className={css.quiet}
        >{t`Impossible positions left out: ${number.format(shown.jumps)}`}</Muted>
      )}
      {shown.cutAt !== undefined && (
        <Text
          as="p"
          padX={3}
          padY={2}
          ground="attention-soft"
          round="control"
          size="small"
          tone="attention"
          className={css.note}
        >
          {t`There are more positions than one page can show: what comes after ${formatMoment(shown.cutAt)} is missing. Choose a shorter time.`}
        </Text>
      )}
    </>
  )
}
