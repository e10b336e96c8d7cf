// One participant's tile: the picture or the face, how good it is, whose it is, and having it anew.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useCallback } from 'react'
import { getDeviceInfo } from '../../contract/endpoints/device.ts'
import type { OwnMedia } from '../../domain/conference/own-media.ts'
import { type LineHealth, type PictureHealth, type RoomMember, SELF } from '../../platform/conference/port.ts'
import { sendRequest } from '../../platform/http.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { Face } from '../../ui/face.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Center, Inline, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatSpan, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { SignalBars } from '../../ui/signal-bars.tsx'
import type { RoomDriver } from './room.driver.ts'
import { useNow } from './room-clock.ts'
import { gradeOf, gradeWords, limitWords } from './room-words.ts'

/** Where a device is asked for so often while it is the big one. */
const PLACE_MS = 10_000

export interface RoomTileProps {
  driver: Pick<RoomDriver, 'attach' | 'refresh' | 'pin' | 'snap'>
  member: RoomMember
  big: boolean
  /** So little room that words are said aloud only. */
  narrow: boolean
  pinned: boolean
  /** Photos may be kept here. */
  snaps: boolean
  voiceOnly: boolean
  own: OwnMedia
  health: PictureHealth | undefined
  line: LineHealth | undefined
  now: () => number
  style?: CSSProperties
}

/** What a word over a picture stands on. */
const chip = {
  inline: true,
  gap: 1,
  fits: true,
  padX: 2,
  padY: 'half',
  ground: 'surface',
  round: 'control',
  size: 'caption',
  tone: 'ink',
  atLeast: 'chip',
} as const

export function RoomTile(props: RoomTileProps) {
  const { driver, member, big, pinned, voiceOnly, style } = props
  const { t } = useLingui()
  const { displayName } = member
  const self = member.key === SELF
  const kind = member.screen ? 'screen' : 'video'
  const shows = !voiceOnly && (member.screen || member.isVideo) && (self || member.subscribe)
  const name = self ? t({ message: `${displayName} (you)`, context: 'conference' }) : displayName
  const { key } = member
  const picture = useCallback(
    (element: HTMLVideoElement | null) => driver.attach(key, kind, element),
    [driver, key, kind],
  )
  return (
    <li
      className={look({
        relative: true,
        hidden: true,
        shrink: true,
        shrinkDown: true,
        ground: 'sunken',
        edge: 'line',
        round: 'card',
        outlined: member.speaking,
      })}
      style={{ ...style, containerType: 'size' }}
      data-member={key}
      data-speaking={member.speaking || undefined}
      aria-label={name}
    >
      {shows ? (
        <video
          ref={picture}
          className={look({
            over: true,
            wide: true,
            tall: true,
            contain: big || member.screen,
            cover: !big && !member.screen,
          })}
          // One knows oneself from the mirror.
          style={self && kind === 'video' ? { transform: 'scaleX(-1)' } : undefined}
          muted={self}
          autoPlay
          playsInline
          aria-label={t`Video of ${name}`}
        />
      ) : (
        <NoPicture member={member} self={self} voiceOnly={voiceOnly} big={big} />
      )}
      <Row align="start" justify="between" gap={1} absolute insetX={8} insetY="8px auto">
        <Stack gap={1} shrink items="start">
          {member.handSince !== null && (
            <Hand since={member.handSince} now={props.now} narrow={props.narrow} />
          )}
          {shows && <Layer {...props} self={self} />}
          {big && member.imei !== null && <DevicePlace imei={member.imei} />}
        </Stack>
        {!self && !voiceOnly && (
          <Row gap={1} rigid>
            <TileButton
              icon="refresh"
              label={t`Refresh`}
              of={name}
              words={big}
              onPress={() => driver.refresh(key)}
            />
            {props.snaps && shows && (big || member.is === 'device') && (
              <TileButton
                icon="camera"
                label={t`Snapshot`}
                of={name}
                words={big && !props.narrow}
                onPress={() => driver.snap(key)}
              />
            )}
            {big && (
              <TileButton
                icon={pinned ? 'shrink' : 'expand'}
                label={pinned ? t`Follow the speaker` : t`Keep large`}
                of={name}
                words={false}
                onPress={() => driver.pin(pinned ? undefined : key)}
              />
            )}
          </Row>
        )}
      </Row>
      <Row gap={1} absolute insetX={8} insetY="auto 8px" wrap>
        <span className={look({ ...chip, size: big ? 'body' : 'caption', strong: true, shrink: true })}>
          <Sound member={member} />
          <Text as="bdi" clip shrink>
            {name}
          </Text>
        </span>
        {big && member.speaking && (
          <span className={look(chip)}>
            <Trans>Speaking</Trans>
          </span>
        )}
      </Row>
    </li>
  )
}

/** Whether they are heard, and now are. */
export function Sound({ member }: { member: RoomMember }) {
  const { t } = useLingui()
  return (
    <Text tone={member.speaking ? 'accent' : member.isAudio ? 'ink-2' : 'ink-3'} rigid>
      {member.speaking ? (
        <Icon name="sound" size={16} label={t`speaking`} />
      ) : (
        <Icon
          name={member.isAudio ? 'mic' : 'mic-off'}
          size={16}
          label={member.isAudio ? t`Microphone on` : t`Microphone muted`}
        />
      )}
    </Text>
  )
}

function NoPicture({
  member,
  self,
  voiceOnly,
  big,
}: Pick<RoomTileProps, 'member' | 'voiceOnly' | 'big'> & { self: boolean }) {
  return (
    <Center over>
      <Stack items="center" gap={2} text="center" size="caption" tone="ink-2">
        <Face name={member.displayName} size="fitting" />
        {big && !voiceOnly && (
          <span>
            {!self && !member.subscribe && member.isVideo ? (
              <Trans>You have not subscribed to this picture</Trans>
            ) : (
              <Trans>Camera off</Trans>
            )}
          </span>
        )}
      </Stack>
    </Center>
  )
}

function Hand({ since, now, narrow }: { since: number; now: () => number; narrow: boolean }) {
  const { t } = useLingui()
  const at = useNow(now)
  return (
    <Inline
      gap={1}
      padX={2}
      atLeast="chip"
      round="control"
      size="caption"
      strong
      nowrap
      soft="attention"
      edge="attention"
    >
      <Icon name="hand" size={14} />
      <span className={narrow ? 'gh-hidden' : undefined}>{t`Hand raised`}</span>
      <bdi dir="ltr">{formatSpan((at - since) / 1000)}</bdi>
    </Inline>
  )
}

/** Where a device is by its last word, and how old that is. */
function DevicePlace({ imei }: { imei: string }) {
  const may = useRights()
  const { data } = useQuery({
    queryKey: ['device', imei, 'info'],
    queryFn: ({ signal }) => sendRequest(getDeviceInfo, { imei }, { signal }),
    refetchInterval: PLACE_MS,
    enabled: may(getDeviceInfo.access),
  })
  if (!data || (data.place === null && data.lat === null)) return null
  return (
    <span className={look({ ...chip, shrink: true })}>
      <Icon name="pin" size={14} />
      <Text clip shrink>
        <bdi>{data.place ?? `${data.lat?.toFixed(5)}, ${data.lon?.toFixed(5)}`}</bdi>
        {data.positionAt !== null && (
          <>
            {' · '}
            <Age at={data.positionAt} />
          </>
        )}
      </Text>
    </span>
  )
}

/** Which layer arrives, and why it is low; of one's own picture, how many leave. */
function Layer({ big, narrow, health, line, self }: RoomTileProps & { self: boolean }) {
  const { i18n } = useLingui()
  const locale = useIntlLocale()
  if (self) {
    if (!line) return null
    return (
      <span className={look(chip)}>
        <SignalBars strength={line.upLayers + 1} online />
        <span className={narrow ? 'gh-hidden' : undefined}>
          <Trans>Sending {line.upLayers} layers</Trans>
        </span>
      </span>
    )
  }
  if (!health) return null
  const grade = gradeOf(health)
  const why = limitWords[health.limitedBy]
  const rate = bitRate(health.bitsPerSecond, locale)
  return (
    <span className={look({ ...chip, tone: why ? 'warning' : 'ink', shrink: true })}>
      <SignalBars strength={grade === 'hd' ? 4 : grade === 'sd' ? 3 : 1} online />
      <Text clip shrink className={narrow ? 'gh-hidden' : undefined}>
        {i18n._(gradeWords[grade])}{' '}
        {big && (
          <>
            <bdi dir="ltr">
              {health.width}×{health.height}
            </bdi>
            {' · '}
            <Trans>{Math.round(health.framesPerSecond)} fps</Trans>
            {' · '}
          </>
        )}
        <bdi>{rate}</bdi>
        {why && ` · ${i18n._(why)}`}
      </Text>
    </span>
  )
}

/** Bits a second, as people who know lines read them. */
export function bitRate(bits: number, locale: string): string {
  const [value, unit] = bits >= 1e6 ? [bits / 1e6, 'Mbit/s'] : [bits / 1e3, 'kbit/s']
  const digits = bits >= 1e6 ? 1 : 0
  return `${numberFormat(locale, { maximumFractionDigits: digits }).format(value)} ${unit}`
}

interface TileButtonProps {
  icon: 'refresh' | 'camera' | 'expand' | 'shrink'
  label: string
  of: string
  /** Its word stands beside the icon. */
  words: boolean
  onPress: () => void
}

function TileButton({ icon, label, of, words, onPress }: TileButtonProps) {
  return (
    <button
      type="button"
      className={look({
        ...chip,
        bare: false,
        edge: 'line',
        strong: true,
        pointer: true,
        touchable: true,
        hovers: true,
      })}
      aria-label={`${label}: ${of}`}
      title={label}
      onClick={onPress}
    >
      <Icon name={icon} size={14} />
      {words && label}
    </button>
  )
}
