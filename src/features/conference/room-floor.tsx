// Push to talk on the page: who speaks and who waits, the key, and what was said during the last minute.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type RoomMember, SELF } from '../../platform/conference/port.ts'
import type { HeardTurn } from '../../platform/conference/sound-memory.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment, formatSpan } from '../../ui/locale.ts'
import type { RoomView } from './room.driver.ts'
import { useNow } from './room-clock.ts'

const nameOf = (members: readonly RoomMember[], key: string) =>
  members.find(member => member.key === key)?.displayName ?? key

/** Who speaks now, how long they still may, and who comes next. */
export function FloorBoard({ view, now }: { view: RoomView; now: () => number }) {
  const { floor, members } = view
  if (!floor) return null
  const { holder, until, queue } = floor
  const mine = holder === SELF
  const place = queue.indexOf(SELF)
  return (
    <Stack gap={1} items="center" content="center" text="center" atLeast="tile">
      <Row
        gap={2}
        padX={4}
        padY={2}
        round="full"
        soft={mine ? 'ok' : holder === null ? 'off' : 'attention'}
        strong
        role="status"
      >
        <Icon name={holder === null ? 'mic-off' : 'sound'} size={18} />
        <Text breaks>
          {mine ? (
            <Trans>You have the floor</Trans>
          ) : holder === null ? (
            <Trans>The floor is free</Trans>
          ) : (
            <Trans>
              <bdi>{nameOf(members.list, holder)}</bdi> speaks
            </Trans>
          )}
        </Text>
        {until !== null && <Left until={until} now={now} />}
      </Row>
      {queue.length > 0 && (
        <Text as="p" size="small" tone="ink-2" breaks>
          {place >= 0 ? (
            <Plural value={place + 1} one="You are next" other="You are number # in the queue" />
          ) : (
            <Trans>
              Waiting: <bdi>{queue.map(key => nameOf(members.list, key)).join(' · ')}</bdi>
            </Trans>
          )}
        </Text>
      )}
    </Stack>
  )
}

/** Counts down; said aloud by nobody, it would interrupt who speaks. */
function Left({ until, now }: { until: number; now: () => number }) {
  const at = useNow(now)
  return (
    <bdi dir="ltr" aria-hidden="true">
      {formatSpan(Math.max(0, Math.ceil((until - at) / 1000)))}
    </bdi>
  )
}

/** What was said during the last minute; it is silent as soon as somebody speaks. */
export function HeardAgain({ heard, quiet }: { heard: readonly HeardTurn[]; quiet: boolean }) {
  const { t } = useLingui()
  const { playing, play, stop } = usePlayer(heard, quiet)
  if (heard.length === 0) return null
  return (
    <Stack as="section" gap={2} padX={4} padBelow={3} aria-label={t`Last minute`}>
      <Row gap={2} wrap justify="between">
        <Text as="h2" size="small" strong>
          <Trans>Last minute</Trans>
        </Text>
        {playing === undefined ? (
          <Button
            size="xs"
            variant="default"
            disabled={quiet}
            leftSection={<Icon name="play" size={14} />}
            onClick={() => play(heard.map(({ id }) => id))}
          >
            <Trans>Hear it all again</Trans>
          </Button>
        ) : (
          <Button size="xs" variant="default" leftSection={<Icon name="pause" size={14} />} onClick={stop}>
            <Trans>Stop</Trans>
          </Button>
        )}
      </Row>
      <List row wrap gap={2} aria-label={t`What was said`}>
        {heard.map(turn => (
          <Row as="li" key={turn.id} gap={1} padX={2} edge="line" round="control" atLeast="finger">
            <Text as="bdi" size="small" strong={turn.id === playing}>
              {turn.name}
            </Text>
            <Text size="caption" tone="ink-2">
              <bdi dir="ltr">{formatMoment(turn.from).slice(11)}</bdi> ·{' '}
              <bdi dir="ltr">{formatSpan(Math.round((turn.to - turn.from) / 1000))}</bdi>
            </Text>
            <IconButton
              icon={turn.id === playing ? 'pause' : 'play'}
              label={turn.id === playing ? t`Stop` : t`Hear ${turn.name} again`}
              disabled={quiet}
              onClick={() => (turn.id === playing ? stop() : play([turn.id]))}
            />
          </Row>
        ))}
      </List>
      <Text as="p" size="caption" tone="ink-3">
        <Trans>Only this page keeps it, for one minute, and only what was heard here.</Trans>
      </Text>
    </Stack>
  )
}

/** Plays turns one after the other. */
function usePlayer(heard: readonly HeardTurn[], quiet: boolean) {
  const [playing, setPlaying] = useState<number>()
  const element = useRef<HTMLAudioElement>(undefined)
  const address = useRef<string>(undefined)
  const turns = useRef(heard)
  useEffect(() => {
    turns.current = heard
  })
  const stop = useCallback(() => {
    element.current?.pause()
    if (address.current) URL.revokeObjectURL(address.current)
    address.current = undefined
    setPlaying(undefined)
  }, [])
  const play = useCallback(
    (ids: readonly number[]): void => {
      stop()
      const [first, ...rest] = ids
      const turn = turns.current.find(({ id }) => id === first)
      // Meanwhile it may have become too old: the next one then.
      if (!turn) {
        if (rest.length > 0) play(rest)
        return
      }
      const audio = element.current ?? new Audio()
      element.current = audio
      address.current = URL.createObjectURL(turn.sound)
      audio.src = address.current
      audio.onended = () => {
        if (rest.length > 0) play(rest)
        else stop()
      }
      setPlaying(turn.id)
      audio.play().catch(stop)
    },
    [stop],
  )
  // What is said now goes before what was said.
  useEffect(() => {
    if (quiet) stop()
  }, [quiet, stop])
  useEffect(() => stop, [stop])
  return { playing, play, stop }
}
