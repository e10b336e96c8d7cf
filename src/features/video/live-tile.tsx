// One live picture: what it shows, whose it is, how well it comes, and what can be done with it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { useCallback, useRef } from 'react'
import type { Shown } from '../../domain/video/player.ts'
import { Elapsed } from '../../ui/age.tsx'
import { useFullScreen } from '../../ui/full-screen.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Center, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { MenuAction } from '../../ui/menu-action.tsx'
import { type MarkShape, StateMark } from '../../ui/state-mark.tsx'
import { useClock } from './use-clock.ts'
import css from './video.module.css'
import { faultWords } from './video-words.ts'
import type { TileView, WallDriver } from './wall.driver.ts'

/** Time of day, as `HH:mm:ss`. */
export const timeOf = (at: number): string => formatMoment(at).slice(-8)

export const shapeOf: Record<Shown['is'], MarkShape> = {
  off: 'inactive',
  connecting: 'inactive',
  live: 'online',
  poor: 'abnormal',
  stalled: 'abnormal',
  lost: 'offline',
  refused: 'offline',
}

export interface LiveTileProps {
  driver: Pick<WallDriver, 'attach' | 'again'>
  view: TileView
  name: string
  big: boolean
  heard: boolean
  /** Its details are shown beside the wall. */
  chosen: boolean
  /** What stands over the picture while an alarm is about it. */
  head?: ReactNode
  style?: CSSProperties
  onChoose: () => void
  /** Absent where there is one place only. */
  onBig?: (() => void) | undefined
  onHear: () => void
  /** Absent for who takes no photos. */
  onCapture?: (() => void) | undefined
  /** Absent where another is chosen instead. */
  onClose?: (() => void) | undefined
}

export function LiveTile(props: LiveTileProps) {
  const { driver, view, name, big, heard, chosen, head, style } = props
  const { t } = useLingui()
  const { cameraId, picture, shown } = view
  const box = useRef<HTMLDivElement>(null)
  const full = useFullScreen(box)
  const video = useCallback(
    (element: HTMLVideoElement | null) => driver.attach(cameraId, element),
    [driver, cameraId],
  )
  const seen = picture && shown.is !== 'lost' && shown.is !== 'refused'
  return (
    <li
      className={look(
        {
          relative: true,
          column: true,
          hidden: true,
          shrink: true,
          shrinkDown: true,
          ground: 'sunken',
          edge: 'line',
          round: 'card',
          outlined: chosen,
        },
        css.tile,
      )}
      style={style}
      data-camera={cameraId}
      data-shown={shown.is}
      data-heard={heard || undefined}
      data-alarm={head ? true : undefined}
      aria-label={name}
    >
      {head}
      <Box ref={box} relative grow shrinkDown hidden ground="sunken">
        <video
          ref={video}
          className={look({ over: true, wide: true, tall: true, contain: true })}
          style={{ visibility: seen ? 'visible' : 'hidden' }}
          // Whether it is heard says the wall.
          muted
          autoPlay
          playsInline
          aria-label={t`Live picture of ${name}`}
        />
        {!seen && <Blank view={view} onAgain={() => driver.again(cameraId)} />}
        <button
          type="button"
          className={look({
            over: true,
            bare: true,
            wide: true,
            tall: true,
            pointer: true,
            ringInside: true,
          })}
          aria-label={t`Details of ${name}`}
          aria-pressed={chosen}
          onClick={props.onChoose}
          onDoubleClick={props.onBig}
        />
        <Row align="start" justify="between" gap={1} absolute insetX={8} insetY="8px auto" still>
          <HealthChip view={view} big={big} />
          {heard && (
            <Chip>
              <Icon name="sound" size={14} />
              <span className={css.more}>
                <Trans context="video">Sound</Trans>
              </span>
            </Chip>
          )}
        </Row>
        <Row align="end" justify="between" gap={1} absolute insetX={8} insetY="auto 8px" still>
          <Chip strong>
            <Icon name="camera" size={14} />
            <Text as="bdi" clip shrink>
              {name}
            </Text>
          </Chip>
          <Row gap={1} rigid style={{ pointerEvents: 'auto' }}>
            {big && (
              <>
                {props.onCapture && (
                  <TileButton
                    icon="camera"
                    label={t({ message: 'Take a still', context: 'video' })}
                    of={name}
                    onPress={props.onCapture}
                  />
                )}
                {full && (
                  <TileButton
                    icon={full.on ? 'shrink' : 'expand'}
                    label={full.on ? t`Leave full screen` : t`Full screen`}
                    of={name}
                    onPress={full.toggle}
                  />
                )}
              </>
            )}
            <Menu position="top-end" withinPortal>
              <Menu.Target>
                <TileButton icon="more" label={t`More`} of={name} />
              </Menu.Target>
              <Menu.Dropdown>
                {!big && props.onBig && (
                  <MenuAction icon="expand" label={t`Show large`} onRun={props.onBig} />
                )}
                <MenuAction
                  icon={heard ? 'sound-off' : 'sound'}
                  label={heard ? t`Do not hear it` : t`Hear it`}
                  blocked={view.facts && !view.facts.sound ? t`It sends no sound` : undefined}
                  onRun={props.onHear}
                />
                {!big && props.onCapture && (
                  <MenuAction
                    icon="camera"
                    label={t({ message: 'Take a still', context: 'video' })}
                    onRun={props.onCapture}
                  />
                )}
                {!big && full && <MenuAction icon="expand" label={t`Full screen`} onRun={full.toggle} />}
                <MenuAction icon="refresh" label={t`Connect again`} onRun={() => driver.again(cameraId)} />
                {props.onClose && (
                  <MenuAction icon="close" label={t`Close this picture`} onRun={props.onClose} />
                )}
              </Menu.Dropdown>
            </Menu>
          </Row>
        </Row>
      </Box>
    </li>
  )
}

function Chip({
  strong = false,
  warns = false,
  children,
}: {
  strong?: boolean
  warns?: boolean
  children: ReactNode
}) {
  return (
    <span
      className={look(
        {
          inline: true,
          gap: 1,
          fits: true,
          shrink: true,
          padX: 2,
          padY: 'half',
          round: 'control',
          size: 'caption',
          strong,
          tone: warns ? 'warning' : 'ink',
        },
        css.chip,
      )}
    >
      {children}
    </span>
  )
}

/** How well it comes, in words. */
function HealthChip({ view, big }: { view: TileView; big: boolean }) {
  const { shown } = view
  const words = useHealthWords(view)
  return (
    <Chip warns={shown.is === 'poor' || shown.is === 'stalled'}>
      <StateMark shape={shapeOf[shown.is]} />
      <Text clip shrink className={big ? undefined : css.more}>
        {words}
      </Text>
    </Chip>
  )
}

/** One line on a picture: its size and pace, or what is wrong. */
export function useHealthWords({
  shown,
  health,
  facts,
}: Pick<TileView, 'shown' | 'health' | 'facts'>): string {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const rate = Math.round(health?.framesPerSecond ?? 0)
  const lines = health?.height ?? 0
  switch (shown.is) {
    case 'live': {
      if (lines === 0) return t({ message: 'Live', context: 'video' })
      return facts?.stream.stream === 'main'
        ? t`Main stream ${lines}p · ${rate} fps`
        : t`Substream ${lines}p · ${rate} fps`
    }
    case 'poor': {
      const loss = numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(
        shown.lossPercent / 100,
      )
      return t`${loss} lost · ${rate} fps`
    }
    case 'stalled': {
      const since = timeOf(shown.since)
      return t`Stands still since ${since}`
    }
    case 'lost':
      return t({ message: 'No picture', context: 'video' })
    case 'refused':
      return t({ message: 'No picture', context: 'video' })
    default:
      return t({ message: 'Connecting…', context: 'video' })
  }
}

/** In place of a picture: since when there is none, why, and what is done about it. */
function Blank({ view: { shown, lastFrameAt }, onAgain }: { view: TileView; onAgain: () => void }) {
  const { i18n, t } = useLingui()
  return (
    <Center over className={css.blank}>
      <Stack
        items="center"
        gap={1}
        pad={3}
        text="center"
        size="caption"
        tone="ink-2"
        style={{ zIndex: 1 }}
        relative
      >
        {shown.is === 'lost' && (
          <>
            <Text strong tone="ink" size="body">
              <Trans>
                No picture for <Elapsed since={shown.since} />
              </Trans>
            </Text>
            <span>{i18n._(faultWords(shown.why))}</span>
            <Tries shown={shown} />
            {lastFrameAt !== undefined && (
              <span className={css.more}>{t`Last picture at ${timeOf(lastFrameAt)}`}</span>
            )}
          </>
        )}
        {shown.is === 'refused' && (
          <>
            <Text strong tone="ink" size="body">
              {t({ message: 'No picture', context: 'video' })}
            </Text>
            <span>{i18n._(faultWords(shown.why))}</span>
            <button
              type="button"
              className={look({
                padX: 3,
                ground: 'raised',
                edge: 'strong',
                round: 'control',
                tone: 'ink',
                pointer: true,
                touchable: true,
                atLeast: 'target',
              })}
              onClick={onAgain}
            >
              <Trans>Try again</Trans>
            </button>
          </>
        )}
        {(shown.is === 'connecting' || shown.is === 'off') && <span role="status">{t`Connecting…`}</span>}
        {(shown.is === 'live' || shown.is === 'poor' || shown.is === 'stalled') && (
          <span role="status">{t`Waiting for the first picture`}</span>
        )}
      </Stack>
    </Center>
  )
}

function Tries({ shown: { tries, nextAt } }: { shown: Extract<Shown, { is: 'lost' }> }) {
  const { t } = useLingui()
  const now = useClock()
  if (nextAt === undefined || nextAt <= now) return <span>{t`Attempt ${tries + 1} is under way`}</span>
  const seconds = Math.ceil((nextAt - now) / 1000)
  return <span>{t`Attempt ${tries + 1} in ${seconds} s`}</span>
}

interface TileButtonProps {
  icon: IconName
  label: string
  of: string
  onPress?: () => void
}

/** What opens a menu is told the rest by it. */
function TileButton({ icon, label, of, onPress, ...target }: TileButtonProps) {
  return (
    <button
      {...target}
      type="button"
      className={look(
        {
          inline: true,
          justify: 'center',
          padX: 2,
          round: 'control',
          edge: 'line',
          tone: 'ink',
          pointer: true,
          touchable: true,
          hovers: true,
          atLeast: 'row',
        },
        css.chip,
      )}
      aria-label={`${label}: ${of}`}
      title={label}
      {...(onPress && { onClick: onPress })}
    >
      <Icon name={icon} size={16} />
    </button>
  )
}
