// The row under a room: sound and picture, the screen, the hand, the others' volume; recording and facts; leaving.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Kbd, Menu, Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { isSwitching, type OwnKind } from '../../domain/conference/own-media.ts'
import { SELF } from '../../platform/conference/port.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Row, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { MenuAction } from '../../ui/menu-action.tsx'
import { useCoarsePointer, useScreen } from '../../ui/pointer.ts'
import { RoundControl } from '../../ui/round-control.tsx'
import { Slider } from '../../ui/slider.tsx'
import type { RoomDriver, RoomView } from './room.driver.ts'
import { formatTimer, useNow } from './room-clock.ts'

export interface RoomFooterProps {
  driver: RoomDriver
  view: RoomView
  now: () => number
  compact: boolean
  onInfo: () => void
  onLeave: () => void
}

export function RoomFooter({ driver, view, now, compact, onInfo, onLeave }: RoomFooterProps) {
  const { t } = useLingui()
  const screen = useScreen()
  const locale = useIntlLocale()
  const { own, recording, room } = view
  const self = view.members.list.find(({ key }) => key === SELF)
  const handUp = self?.handSince != null
  const folds = compact || screen === 'phone'
  const volume = numberFormat(locale, { style: 'percent' }).format(view.volume / 100)
  const stateOf = (kind: OwnKind) =>
    isSwitching(own, kind) && own.wants[kind] ? t`starting…` : own.sends[kind] ? t`on` : undefined
  const raise = () => driver.raiseHand(!handUp)
  // Only hosts run the recording; it needs the picture.
  const records = room?.host === true && room.record && !own.voiceOnly
  return (
    <Row
      as="footer"
      wrap
      gap={2}
      padX={folds ? 1 : 4}
      padY={2}
      justify="center"
      ground="surface"
      edgeAbove
      data-below-toasts
      style={{ paddingBlockEnd: 'max(8px, env(safe-area-inset-bottom))' }}
    >
      {!folds && screen === 'desktop' && (
        <Box flex="1 1 0" shrink>
          {/* A voice room has a large one. */}
          {!own.voiceOnly && <Talk driver={driver} view={view} />}
        </Box>
      )}
      <Row
        wrap={!folds}
        align="start"
        justify={folds ? 'between' : 'center'}
        grow={folds}
        gap={folds ? 0 : 3}
        role="toolbar"
        aria-label={t({ message: 'Room controls', context: 'conference' })}
      >
        <RoundControl
          icon={own.sends.audio ? 'mic' : 'mic-off'}
          label={<Trans>Microphone</Trans>}
          on={own.sends.audio}
          state={
            own.held && own.turn !== 'open' && own.turn !== 'waiting'
              ? t`on while held`
              : own.held
                ? t`waiting`
                : (stateOf('audio') ?? t`muted`)
          }
          shortcut="M"
          onPress={() => driver.press('audio')}
        />
        {!own.voiceOnly && (
          <RoundControl
            icon={own.sends.video ? 'video' : 'video-off'}
            label={<Trans>Camera</Trans>}
            on={own.sends.video}
            state={stateOf('video') ?? t`off`}
            shortcut="V"
            onPress={() => driver.press('video')}
          />
        )}
        {!own.voiceOnly && !folds && 'getDisplayMedia' in (navigator.mediaDevices ?? {}) && (
          <RoundControl
            icon="share-screen"
            label={<Trans>Share screen</Trans>}
            on={own.sends.screen}
            state={stateOf('screen') ?? t`off`}
            onPress={() => driver.press('screen')}
          />
        )}
        <RoundControl
          icon="hand"
          label={<Trans>Raise hand</Trans>}
          on={handUp}
          state={handUp ? <Since since={self?.handSince ?? 0} now={now} /> : t`down`}
          shortcut="H"
          onPress={raise}
        />
        {folds ? (
          <More label={t`More`}>
            <MenuAction
              icon="info"
              label={t({ message: 'Room information', context: 'conference' })}
              onRun={onInfo}
            />
            <MenuAction
              icon={view.volume === 0 ? 'sound' : 'sound-off'}
              label={view.volume === 0 ? t`Hear the others` : t`Mute the others`}
              onRun={() => driver.setVolume(view.volume === 0 ? 100 : 0)}
            />
            {records && (
              <MenuAction
                icon="record"
                label={recording.is === 'recording' ? t`End recording` : t`Record`}
                onRun={driver.record}
              />
            )}
          </More>
        ) : (
          <>
            <Volume volume={view.volume} words={volume} onChange={driver.setVolume} />
            {records && (
              <RoundControl
                icon="record"
                records
                label={recording.is === 'idle' || recording.is === 'starting' ? t`Record` : t`End recording`}
                on={recording.is === 'recording' || recording.is === 'stopping'}
                busy={recording.is === 'starting' || recording.is === 'stopping'}
                state={
                  recording.is === 'recording' ? (
                    <Since since={recording.since} now={now} />
                  ) : recording.is === 'idle' ? (
                    t`off`
                  ) : (
                    '…'
                  )
                }
                onPress={driver.record}
              />
            )}
            <RoundControl
              icon="info"
              label={<Trans context="conference">Room information</Trans>}
              onPress={onInfo}
            />
          </>
        )}
        <RoundControl
          icon="phone-off"
          ends
          label={<Trans context="conference">Leave room</Trans>}
          onPress={onLeave}
        />
      </Row>
      {/* As wide as what stands before, so that the buttons stand in the middle. */}
      {!folds && screen === 'desktop' && <Box flex="1 1 0" />}
    </Row>
  )
}

function Since({ since, now }: { since: number; now: () => number }) {
  return <bdi dir="ltr">{formatTimer(useNow(now) - since)}</bdi>
}

/** Speaks as long as it is held, by the space bar, a pointer or a finger. */
export function Talk({
  driver,
  view,
  large = false,
}: {
  driver: Pick<RoomDriver, 'hold' | 'release'>
  view: RoomView
  large?: boolean
}) {
  const { own } = view
  const waits = own.turn !== undefined && own.held && own.turn !== 'mine'
  const coarse = useCoarsePointer()
  const down = (event: { key: string; repeat: boolean; preventDefault: () => void }) => {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    if (!event.repeat) driver.hold()
  }
  return (
    <Button
      size={large ? 'xl' : 'md'}
      variant={own.held && !waits ? 'filled' : waits ? 'light' : 'default'}
      {...(large && { fullWidth: true })}
      disabled={own.wants.audio}
      leftSection={<Icon name="mic" size={large ? 26 : 18} />}
      aria-pressed={own.held}
      style={{ touchAction: 'none', userSelect: 'none' }}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        driver.hold()
      }}
      onPointerUp={driver.release}
      onPointerCancel={driver.release}
      onLostPointerCapture={driver.release}
      onContextMenu={event => event.preventDefault()}
      onKeyDown={down}
      onKeyUp={driver.release}
      onBlur={driver.release}
    >
      {waits ? (
        <Trans>Wait for your turn</Trans>
      ) : own.held || own.wants.audio ? (
        <Trans>You are heard</Trans>
      ) : coarse ? (
        <Trans>Hold to talk</Trans>
      ) : (
        <Text>
          <Trans>
            Hold <Kbd size="xs">Space</Kbd> to talk
          </Trans>
        </Text>
      )}
    </Button>
  )
}

function Volume({
  volume,
  words,
  onChange,
}: {
  volume: number
  words: string
  onChange: (to: number) => void
}) {
  const { t } = useLingui()
  return (
    <Popover position="top" trapFocus withinPortal>
      <Popover.Target>
        <RoundControl
          icon={volume === 0 ? 'sound-off' : 'sound'}
          label={<Trans>Speaker</Trans>}
          state={words}
        />
      </Popover.Target>
      <Popover.Dropdown w={220} aria-label={t`Volume`}>
        <Slider
          mc="volume"
          label={t`Volume`}
          min={0}
          max={100}
          step={5}
          value={volume}
          valueText={words}
          onChange={onChange}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function More({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <RoundControl icon="more" label={label} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
