// A span played again: map and knowledge above, both clocks and all lanes below.
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { clockAt, replaySpeeds } from '../../domain/replay/replay-clock.ts'
import { neighbour } from '../../domain/replay/replay-index.ts'
import { showToast } from '../../platform/toast.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Card, Column, Muted, Row, Stack } from '../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { createReplayPlayer, type ReplayPlayer } from './replay.driver.ts'
import { ReplayMap } from './replay-map.tsx'
import { ReplayMarks } from './replay-marks.tsx'
import type { Shown } from './replay-query.ts'
import { type ReplaySearch, writeReplaySearch } from './replay-search.ts'
import { ReplaySide } from './replay-side.tsx'
import { ReplayTimeline } from './replay-timeline.tsx'
import { laneWords, type OrderWords, type ReadingWords } from './replay-words.ts'

export interface ReplayOutside {
  orders: OrderWords
  readings: ReadingWords
  gapReason: (why: Shown['cameras'][number]['gaps'][number]['why']) => string
  /** Pictures of the cameras, held to the clock. */
  pictures: (clock: ReplayPlayer, at: number, cameras: Shown['cameras']) => ReactNode
}

interface ReplayRoomProps extends ReplayOutside {
  search: ReplaySearch
  span: { from: number; to: number; live: boolean }
  shown: Shown
}

const SHOW_MS = 100

function usePlayer(span: ReplayRoomProps['span'], search: ReplaySearch) {
  const [player] = useState(() => {
    const at = search.at ?? (span.live ? span.to : span.from)
    const made = createReplayPlayer(
      clockAt({ from: span.from, to: span.to, mode: span.live ? 'live' : 'fixed', at }),
    )
    if (search.known !== undefined) made.send({ on: 'knownSoughtTo', at: search.known })
    return made
  })
  useEffect(() => () => player.stop(), [player])
  useEffect(
    () => player.send({ on: 'spanMoved', from: span.from, to: span.to }),
    [player, span.from, span.to],
  )
  const state = useSyncExternalStore(player.subscribe, player.state)
  const [, show] = useState(0)
  const runs = state.since !== undefined
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => show(n => n + 1), SHOW_MS)
    return () => clearInterval(timer)
  }, [runs])
  return { player, state, at: player.at(), known: player.known() }
}

export function ReplayRoom({ search, span, shown, orders, readings, gapReason, pictures }: ReplayRoomProps) {
  const { i18n, t } = useLingui()
  const { player, state, at, known } = usePlayer(span, search)
  const step = (towards: 'next' | 'previous') => {
    const found = neighbour(shown.index, player.at(), towards)
    if (found) player.send({ on: 'soughtTo', at: found.at })
  }
  const here = { ...search, from: span.from, to: span.to, at: Math.round(at), known: Math.round(known) }
  const copy = async () => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(writeReplaySearch(here)))
      if (value !== undefined) query.set(name, value)
    const address = `${location.href.split('#')[0]}#/timeMachine?${query}`
    try {
      await navigator.clipboard.writeText(address)
      showToast({ kind: 'ok', message: msg`The link is copied. It opens this moment.` })
    } catch {
      // Without a secure context there is no clipboard: the address line has it then.
      history.replaceState(history.state, '', address)
      showToast({
        kind: 'tip',
        message: msg`This browser does not let the page copy. The link is in the address line.`,
      })
    }
  }
  // Cameras that recorded nothing say so in their lanes: empty pictures would push those out of sight.
  const recorded = shown.cameras.filter(({ stretches }) => stretches.length > 0)
  const cut = shown.cut.map(lane => i18n._(laneWords[lane].label)).join(', ')
  return (
    <Column gap={3} padBelow={4} shrink>
      <Stack gap={3} cols="minmax(0, 1fr) minmax(260px, 360px)" oneWhenNarrow>
        <Box relative round="card" hidden edge="line" h={360}>
          <Box over>
            <ReplayMap shown={shown} at={at} known={known} />
          </Box>
        </Box>
        <Card mah={360} stack>
          <ReplaySide
            shown={shown}
            at={at}
            known={known}
            orders={orders}
            onChoose={to => player.send({ on: 'soughtTo', at: to })}
          />
        </Card>
      </Stack>
      {recorded.length > 0 && pictures(player, at, recorded)}
      <Card as="section" stack gap={2} aria-label={t`Playback`}>
        <Row wrap gap={2}>
          <IconButton
            bordered
            icon={state.since === undefined ? 'play' : 'pause'}
            label={state.since === undefined ? t`Play` : t`Pause`}
            onClick={() => player.send({ on: 'toggled' })}
          />
          <IconButton bordered icon="first" label={t`Previous event`} onClick={() => step('previous')} />
          <IconButton bordered icon="last" label={t`Next event`} onClick={() => step('next')} />
          <SegmentedFilter
            label={t`Speed`}
            value={String(state.speed)}
            segments={replaySpeeds.map(speed => ({ value: String(speed), label: `${speed}×` }))}
            onChange={value => {
              const speed = replaySpeeds.find(one => String(one) === value)
              if (speed) player.send({ on: 'speedChosen', speed })
            }}
          />
          <Button variant="default" leftSection={<Icon name="link" />} onClick={() => void copy()}>
            <Trans>Link to this moment</Trans>
          </Button>
          <ReplayMarks
            here={here}
            onChoose={mark => {
              player.send({ on: 'soughtTo', at: mark.at })
              player.send(mark.knownAt == null ? { on: 'joined' } : { on: 'knownSoughtTo', at: mark.knownAt })
            }}
          />
          {span.live && (
            <Button
              variant={state.mode === 'live' ? 'filled' : 'default'}
              aria-pressed={state.mode === 'live'}
              onClick={() => player.send({ on: 'wentLive' })}
            >
              <Trans context="replay">Live</Trans>
            </Button>
          )}
          <Row pushed gap={2} wrap>
            <SegmentedFilter
              label={t`Clocks`}
              value={state.lagMs === 0 ? 'together' : 'apart'}
              segments={[
                { value: 'together', label: <Trans>Together</Trans> },
                { value: 'apart', label: <Trans>Apart</Trans> },
              ]}
              onChange={value =>
                player.send(value === 'together' ? { on: 'joined' } : { on: 'knownSoughtTo', at: span.to })
              }
            />
          </Row>
        </Row>
        <ReplayTimeline
          player={player}
          shown={shown}
          span={span}
          at={at}
          known={known}
          orders={orders}
          readings={readings}
          gapReason={gapReason}
          onStep={step}
        />
        <Muted>
          <Trans>
            Shift with the arrows moves what was known alone; Page up and Page down go from one event to the
            next.
          </Trans>
        </Muted>
        {cut !== '' && (
          <Muted role="status">
            <Trans>More than can be shown: {cut}. Choose a shorter span or fewer devices.</Trans>
          </Muted>
        )}
        {shown.moreDevices > 0 && (
          <Muted role="status">
            {i18n._(
              msg`${plural(shown.moreDevices, { one: '# more device is not shown: choose a smaller circle', other: '# more devices are not shown: choose a smaller circle' })}`,
            )}
          </Muted>
        )}
      </Card>
    </Column>
  )
}
