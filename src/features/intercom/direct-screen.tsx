// A call between people on the whole page: the other's picture, who it is and for how long, the own picture, the buttons.
import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useRef } from 'react'
import type { DirectCall } from '../../domain/intercom/direct-call.ts'
import { problemWords } from '../../resource/media-problem-words.ts'
import { takeLostFocus } from '../../ui/arrival-focus.ts'
import { Face } from '../../ui/face.tsx'
import { useFullScreen } from '../../ui/full-screen.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Center, Column, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatSpan, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { SignalBars } from '../../ui/signal-bars.tsx'
import type { LineMedia } from './call-line.ts'
import type { DirectDriver } from './direct-call.driver.ts'
import { useNow } from './direct-clock.ts'
import { DirectControls } from './direct-controls.tsx'
import css from './direct-screen.module.css'
import { qualityWords } from './direct-words.ts'
import { RecordingNote } from './recording-note.tsx'

/** A call that is being made or goes on. */
export type RunningCall = Exclude<DirectCall, { is: 'idle' | 'over' | 'refused' }>

export interface DirectScreenProps {
  driver: DirectDriver
  call: RunningCall
  line: LineMedia
  /** This machine's clock, and the server's, which the ringing goes by. */
  now: () => number
  serverNow: () => number
}

export function DirectScreen({ driver, call, line, now, serverNow }: DirectScreenProps) {
  const { t } = useLingui()
  const page = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(page)
  const talking = call.is === 'talking'
  const name = call.who.name || t`Colleague`
  return (
    <Column ref={page} grow shrinkDown ground="canvas" className={css.screen} data-state={call.is}>
      <Row as="header" gap={4} padX={5} padY={3} ground="surface" edgeBelow className={css.head}>
        <Box grow shrink className={css.who}>
          <Text as="h1" ref={takeLostFocus} size="large" clip className={css.name} tabIndex={-1} title={name}>
            <bdi>{name}</bdi>
          </Text>
          <Text as="p" size="small" tone="ink-2" className={css.doing} role="status">
            <Doing call={call} />
          </Text>
        </Box>
        <Clock call={call} now={now} serverNow={serverNow} />
        {talking && !call.reconnecting && line.quality && <Quality quality={line.quality} />}
      </Row>
      <Stage driver={driver} line={line} talking={talking} name={name} />
      {talking && <RecordingNote recording={line.recording} driver={driver} />}
      {line.problem && <Problem line={line} driver={driver} />}
      <DirectControls
        driver={driver}
        line={line}
        talking={talking}
        fullScreen={fullScreen}
        onHangUp={() => driver.send({ on: 'hangUp' })}
      />
    </Column>
  )
}

function Doing({ call }: { call: RunningCall }) {
  switch (call.is) {
    case 'asking':
      return call.answering ? <Trans>Answering…</Trans> : <Trans>Calling…</Trans>
    case 'ringing':
      return <Trans>Ringing at the other end</Trans>
    case 'connecting':
      return <Trans>Connecting…</Trans>
    case 'talking':
      return call.reconnecting ? <Trans>Reconnecting…</Trans> : <Trans context="call">Connected</Trans>
  }
}

function Clock({ call, now, serverNow }: Pick<DirectScreenProps, 'call' | 'now' | 'serverNow'>) {
  const { t } = useLingui()
  const at = useNow(call.is === 'ringing' ? serverNow : now)
  const seconds =
    call.is === 'talking'
      ? (at - call.since) / 1000
      : call.is === 'ringing'
        ? Math.ceil((call.expiresAt - at) / 1000)
        : undefined
  if (seconds === undefined) return null
  return (
    <Text
      rigid
      size="title"
      strong
      role="timer"
      aria-label={call.is === 'talking' ? t`Duration` : t`Keeps ringing for`}
      dir="ltr"
    >
      {formatSpan(seconds)}
    </Text>
  )
}

const BARS = { good: 4, fair: 2, poor: 1 } as const

/** How good the line is, in words and colour. */
export function Quality({ quality }: { quality: NonNullable<LineMedia['quality']> }) {
  const { t, i18n } = useLingui()
  const locale = useIntlLocale()
  const { level, roundTripMs, lossPercent } = quality
  const loss =
    lossPercent === null ? '—' : numberFormat(locale, { style: 'percent' }).format(lossPercent / 100)
  const delay = roundTripMs === null ? '—' : `${Math.round(roundTripMs)} ms`
  return (
    <Row
      as="span"
      gap={2}
      rigid
      size="small"
      tone={qualityTones[level]}
      title={t`Delay ${delay}, loss ${loss}`}
    >
      <SignalBars strength={BARS[level]} online />
      <span className={css.qualityWords}>{i18n._(qualityWords[level])}</span>
    </Row>
  )
}

const qualityTones = { good: 'ok', fair: 'attention', poor: 'critical' } as const

interface StageProps {
  driver: Pick<DirectDriver, 'attach' | 'attachOwn'>
  line: LineMedia
  talking: boolean
  name: string
}

/** The pictures: the other's large, the own one small. */
export function Stage({ driver, line, talking, name }: StageProps) {
  const { t } = useLingui()
  const picture = talking && line.remote.video
  // The elements stay through the whole call: taking one off would take the sound with it.
  const remote = useCallback((video: HTMLVideoElement | null) => driver.attach(video), [driver])
  const own = useCallback((video: HTMLVideoElement | null) => driver.attachOwn(video), [driver])
  return (
    <Center grow shrinkDown relative ground="sunken" hidden className={css.stage}>
      {/* biome-ignore lint/a11y/useMediaCaption: a live conversation has no captions */}
      <video
        ref={remote}
        className={
          picture
            ? look({ wide: true, tall: true, over: true }, look({ contain: true }, css.remote))
            : look({ still: true }, css.unseen)
        }
        playsInline
        aria-label={t`Video of ${name}`}
      />
      {!picture && (
        <Stack items="center" gap={4} pad={4}>
          <Face name={name} size="large" />
          {talking && (
            <Text as="p" tone="ink-2">
              <Trans>No video</Trans>
            </Text>
          )}
        </Stack>
      )}
      {talking && !line.remote.audio && (
        <Row
          as="p"
          gap={2}
          padX={3}
          padY={2}
          ground="raised"
          edge="line"
          round="full"
          size="small"
          tone="ink-2"
          insetY="16px auto"
          absolute
          className={css.silent}
        >
          <Icon name="mic-off" size={16} />
          <Trans>The other microphone is off</Trans>
        </Row>
      )}
      <video
        ref={own}
        className={
          talking && line.own.video
            ? look(
                { ground: 'sunken', round: 'card', floating: true },
                look({ cover: true }, look({ absolute: true }, css.own)),
              )
            : look({ still: true }, css.unseen)
        }
        muted
        playsInline
        aria-label={t`Your own video`}
      />
    </Center>
  )
}

/** What is missing while the call goes on, and how to get it. */
export function Problem({ line, driver }: { line: LineMedia; driver: Pick<DirectDriver, 'setMicrophone'> }) {
  const { i18n } = useLingui()
  if (!line.problem) return null
  return (
    <Row as="p" gap={2} padX={5} padY={2} ground="warning-soft" tone="ink" role="alert">
      <Icon name="alert" size={18} />
      <Text grow>{i18n._(problemWords[line.problem])}</Text>
      {line.problem === 'refused' && (
        <button
          type="button"
          className={look({
            rigid: true,
            atLeast: 'target',
            padX: 3,
            ground: 'raised',
            edge: 'strong',
            round: 'control',
            pointer: true,
          })}
          onClick={() => driver.setMicrophone(true)}
        >
          <Trans>Ask again</Trans>
        </button>
      )}
    </Row>
  )
}
