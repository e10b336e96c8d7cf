// The face of a wall: a scene with its figures, what waits at its side, and over all of it an SOS that nobody has taken.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { z } from 'zod/mini'
import { sceneSnapshot } from '../../contract/endpoints/scene.ts'
import { wallBoard } from '../../contract/endpoints/wall.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import type { SceneName } from '../../domain/scene/scenes.ts'
import { rotate, startRotation } from '../../domain/wall/rotation.ts'
import { isDimAt } from '../../domain/wall/wall.ts'
import { sendRequest } from '../../platform/http.ts'
import { applyUpdate, isUpdateWaiting } from '../../platform/service-worker.ts'
import { sceneWords } from '../../resource/scene-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, List, Row, Text } from '../../ui/kit/parts.tsx'
import { useClock, useSeconds } from './use-clock.ts'
import type { Watched } from './use-wall.ts'
import css from './wall.module.css'
import { WallFigure } from './wall-figure.tsx'
import { WallQueue } from './wall-queue.tsx'
import { WallSos } from './wall-sos.tsx'

const WITHOUT_ANY: SceneName = 'duty'
const SNAPSHOT_MS = 5_000
/** The picture moves by so many steps of the screen's width, so that nothing burns in for a night. */
const SHIFT_VW = 0.05
const SHIFTS = [
  [0, 0],
  [3, 0],
  [3, 2],
  [0, 2],
  [-3, 2],
  [-3, 0],
  [-3, -2],
  [0, -2],
  [3, -2],
] as const

interface WallFaceProps {
  answer: Watched
  /** Milliseconds since the server said anything, where that is long. */
  silence: number | undefined
  ground: (scene: SceneName) => ReactNode
  /** The tiles of a board. */
  board: (board: WallBoard) => ReactNode
  /** Which wall a person looks at. */
  wallId: number | undefined
}

export interface WallBoard extends z.output<typeof wallBoard.response> {
  /** Of the tenant: the screen has no session that would say it. */
  zone: string
}

// Each second the face is drawn anew for its clock; what changes with an answer alone is not.
const Queue = memo(WallQueue)

export function WallFace({ answer, silence, ground, board, wallId }: WallFaceProps) {
  const { i18n } = useLingui()
  const now = useSeconds()
  const rotation = useRef(startRotation(now))
  const { boards, seconds, sos } = answer
  // A wall whose boards have all been deleted still shows something.
  const scenes: readonly SceneName[] =
    answer.scenes.length + boards.length > 0 ? answer.scenes : [WITHOUT_ANY]
  const views = scenes.length + boards.length
  const shown = rotate(rotation.current, { now, waiting: sos, views, seconds })
  rotation.current = shown
  const { view } = shown
  const scene = scenes[view]
  const listed = boards[view - scenes.length]
  const nameOf = (at: number) => {
    const named = scenes[at]
    return named ? i18n._(sceneWords[named]) : boards[at - scenes.length]?.name
  }
  const first = shown.is === 'interrupted' ? sos.find(({ id }) => id === shown.sos) : undefined
  const snapshot = useQuery({
    queryKey: ['wall', 'scene', scene] as const,
    queryFn: ({ signal }) =>
      sendRequest(
        sceneSnapshot,
        { scene: scene ?? WITHOUT_ANY, ...(wallId !== undefined && { wall: wallId }) },
        { signal },
      ),
    enabled: scene !== undefined,
    refetchInterval: SNAPSHOT_MS,
    staleTime: 0,
  })
  const measured = useQuery({
    queryKey: ['wall', 'board', listed?.id] as const,
    queryFn: ({ signal }) =>
      sendRequest(
        wallBoard,
        { id: listed?.id ?? 0, ...(wallId !== undefined && { wall: wallId }) },
        { signal },
      ),
    enabled: listed !== undefined,
    refetchInterval: SNAPSHOT_MS,
    staleTime: 0,
  })
  useQuietUpdate(first === undefined)
  const clock = useClock(answer.zone)
  const behind = useMemo(() => scene && <Box over>{ground(scene)}</Box>, [scene, ground])
  const tiles = useMemo(
    () => measured.data && board({ ...measured.data, zone: answer.zone }),
    [measured.data, board, answer.zone],
  )
  const dim = sos.length === 0 && isDimAt(answer, Number(clock.hour.format(now)))
  const [x, y] = SHIFTS[Math.floor(now / MINUTE_MS) % SHIFTS.length] ?? SHIFTS[0]
  const left = shown.is === 'showing' ? Math.max(0, Math.ceil(seconds - (now - shown.since) / 1000)) : seconds
  return (
    <div
      className={css.frame}
      data-dim={dim || undefined}
      style={{ translate: `${x * SHIFT_VW}vw ${y * SHIFT_VW}vw` }}
      data-scene={scene}
      data-board={listed?.id}
    >
      <header className={css.head}>
        <Row gap={4} grow shrink>
          <Text as="h1" className={css.title}>
            <bdi>{nameOf(view)}</bdi>
          </Text>
          <Text tone="ink-2" className={css.large}>
            <bdi>{answer.tenantName}</bdi>
            {answer.departmentName !== null && (
              <>
                {' · '}
                <bdi>{answer.departmentName}</bdi>
              </>
            )}
          </Text>
          {silence === undefined && (
            <Text tone="ok" soft="ok" round="full" padX={4} padY={1} className={css.large}>
              <Trans context="screen">Live</Trans>
            </Text>
          )}
          {answer.onDuty.length > 0 && (
            <Text tone="ink-2" className={css.large}>
              <Trans>On duty</Trans>{' '}
              <Text strong tone="ink">
                <bdi>{answer.onDuty.join(' · ')}</bdi>
              </Text>
            </Text>
          )}
        </Row>
        <Row gap={4}>
          <Text tone="ink-2" className={css.large}>
            {clock.day.format(now)}
          </Text>
          <Text as="time" dir="ltr" className={css.clock}>
            {clock.time.format(now)}
          </Text>
        </Row>
      </header>
      <Box relative shrinkDown className={css.scene}>
        {behind}
        {/* Under an SOS nobody sees it: it holds no stream meanwhile. */}
        {listed && tiles && !first && (
          <Box over className={css.board}>
            {tiles}
          </Box>
        )}
        {scene && snapshot.data && (
          <List className={css.figures}>
            {snapshot.data.figures.map(figure => (
              <WallFigure key={figure.key} figure={figure} now={now} />
            ))}
          </List>
        )}
      </Box>
      <Queue answer={answer} />
      <footer className={css.foot}>
        <Row gap={4} grow shrink className={css.large}>
          {views > 1 && (
            <>
              <Text tone="ink-2">
                <Trans>
                  Next{' '}
                  <Text as="bdi" strong tone="ink">
                    {nameOf((view + 1) % views)}
                  </Text>{' '}
                  in <Plural value={left} one="# second" other="# seconds" />
                </Trans>
              </Text>
              <progress className={css.left} max={seconds} value={seconds - left} aria-hidden="true" />
            </>
          )}
        </Row>
        <Row gap={2} className={css.large}>
          <Icon name="lock" />
          <Text tone="ink-2">
            <Trans>Read-only</Trans>
            {answer.name !== null && (
              <>
                {' · '}
                <bdi>{answer.name}</bdi>
              </>
            )}
          </Text>
        </Row>
      </footer>
      {first && <WallSos sos={first} more={sos.length - 1} />}
      {silence !== undefined && <Silent silence={silence} />}
    </div>
  )
}

/** Over the whole frame: what is below may not be so any more. */
function Silent({ silence }: { silence: number }) {
  const minutes = Math.floor(silence / MINUTE_MS)
  return (
    <p role="alert" className={css.silent} data-silent="">
      {minutes === 0 ? (
        <Trans>No connection: what is shown is old</Trans>
      ) : (
        <Trans>
          No connection for <Plural value={minutes} one="# minute" other="# minutes" />: what is shown is old
        </Trans>
      )}
    </p>
  )
}

/** A newer version takes over by itself, and never while an SOS is shown. */
function useQuietUpdate(quiet: boolean): void {
  useEffect(() => {
    if (!quiet) return
    const timer = setInterval(() => {
      if (isUpdateWaiting()) applyUpdate()
    }, MINUTE_MS)
    return () => clearInterval(timer)
  }, [quiet])
}
