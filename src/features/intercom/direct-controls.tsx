// The row under a call: microphone, camera, volume, full screen, and the red one.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { Row } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { RoundControl } from '../../ui/round-control.tsx'
import { Slider } from '../../ui/slider.tsx'
import type { LineControl, LineMedia } from './call-line.ts'
import css from './direct-controls.module.css'

export interface DirectControlsProps {
  driver: Pick<LineControl, 'setMicrophone' | 'setCamera' | 'setVolume' | 'record'>
  line: LineMedia
  /** The line stands: what follows has something to act on. */
  talking: boolean
  fullScreen: { on: boolean; toggle: () => void } | undefined
  onHangUp: () => void
  /** What else this call can do, before the red one. */
  children?: ReactNode
}

export function DirectControls({
  driver,
  line,
  talking,
  fullScreen,
  onHangUp,
  children,
}: DirectControlsProps) {
  const { t } = useLingui()
  const volume = numberFormat(useIntlLocale(), { style: 'percent' }).format(line.volume / 100)
  return (
    <Row
      wrap
      align="start"
      justify="center"
      ground="surface"
      edgeAbove
      className={css.controls}
      role="toolbar"
      aria-label={t`Call controls`}
    >
      {talking && (
        <>
          <RoundControl
            icon={line.own.audio ? 'mic' : 'mic-off'}
            label={<Trans>Microphone</Trans>}
            on={line.own.audio}
            state={line.own.audio ? t`on` : t`muted`}
            onPress={() => driver.setMicrophone(!line.own.audio)}
          />
          <RoundControl
            icon={line.own.video ? 'video' : 'video-off'}
            label={<Trans>Camera</Trans>}
            on={line.own.video}
            state={line.has.camera ? (line.own.video ? t`on` : t`off`) : t`none`}
            disabled={!line.has.camera}
            onPress={() => driver.setCamera(!line.own.video)}
          />
        </>
      )}
      {children}
      {talking && <Record recording={line.recording} onPress={driver.record} />}
      <RoundControl
        icon="phone-off"
        label={talking ? <Trans>Hang up</Trans> : <Trans>Cancel</Trans>}
        ends
        onPress={onHangUp}
      />
      {talking && fullScreen && (
        <RoundControl
          icon={fullScreen.on ? 'shrink' : 'expand'}
          label={<Trans>Full screen</Trans>}
          on={fullScreen.on}
          state={fullScreen.on ? t`on` : t`off`}
          onPress={fullScreen.toggle}
        />
      )}
      {talking && (
        <Row gap={2} above={1} tone="ink-2" w={200} h={56} className={css.volume}>
          <Icon name={line.volume === 0 ? 'sound-off' : 'sound'} size={20} />
          <Slider
            mc="volume"
            label={t`Volume`}
            min={0}
            max={100}
            step={5}
            value={line.volume}
            valueText={volume}
            onChange={driver.setVolume}
          />
        </Row>
      )}
    </Row>
  )
}

/** Absent where this end may not record: the company decides. */
function Record({ recording, onPress }: { recording: LineMedia['recording']; onPress: () => void }) {
  const { t } = useLingui()
  const own = recording.is === 'on' && recording.own
  if (recording.is === 'none' ? !recording.may : !own && recording.is !== 'asking') return null
  return (
    <RoundControl
      icon="record"
      records
      label={
        own ? (
          <Trans>End recording</Trans>
        ) : recording.is === 'asking' ? (
          <Trans>Do not record</Trans>
        ) : (
          <Trans>Record</Trans>
        )
      }
      on={own}
      state={own ? t`on` : recording.is === 'asking' ? t`is being asked` : t`off`}
      onPress={onPress}
    />
  )
}
