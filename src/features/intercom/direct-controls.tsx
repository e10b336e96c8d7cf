// The row under a call: microphone, camera, volume, full screen, and the red one.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Center, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { Slider } from '../../ui/slider.tsx'
import type { LineControl, LineMedia } from './call-line.ts'
import css from './direct-controls.module.css'

export interface DirectControlsProps {
  driver: Pick<LineControl, 'setMicrophone' | 'setCamera' | 'setVolume'>
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
          <Control
            icon={line.own.audio ? 'mic' : 'mic-off'}
            label={<Trans>Microphone</Trans>}
            on={line.own.audio}
            state={line.own.audio ? t`on` : t`muted`}
            onPress={() => driver.setMicrophone(!line.own.audio)}
          />
          <Control
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
      <button
        type="button"
        className={look(
          {
            bare: true,
            stack: true,
            items: 'center',
            gap: 2,
            pad: 1,
            round: 'control',
            tone: 'ink',
            pointer: true,
            fades: true,
          },
          `${css.control} ${css.end}`,
        )}
        onClick={onHangUp}
      >
        <Center as="span" square={14} round="full" className={css.disc}>
          <Icon name="phone-off" size={26} />
        </Center>
        <Stack as="span" size="caption" text="center">
          {talking ? <Trans>Hang up</Trans> : <Trans>Cancel</Trans>}
        </Stack>
      </button>
      {talking && fullScreen && (
        <Control
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

interface ControlProps {
  icon: IconName
  label: ReactNode
  /** State of a toggle; absent for a plain button. */
  on?: boolean
  /** Beside the colour, in words. */
  state?: string
  disabled?: boolean
  /** Under way: a press does nothing, and the focus stays. */
  busy?: boolean
  onPress: () => void
}

export function Control({ icon, label, on, state, disabled, busy, onPress }: ControlProps) {
  return (
    <button
      type="button"
      className={look(
        {
          bare: true,
          stack: true,
          items: 'center',
          gap: 2,
          pad: 1,
          round: 'control',
          tone: 'ink',
          pointer: true,
          fades: true,
        },
        css.control,
      )}
      aria-pressed={on}
      aria-disabled={busy || undefined}
      disabled={disabled}
      onClick={busy ? undefined : onPress}
    >
      <Center as="span" square={14} round="full" className={css.disc}>
        <Icon name={icon} size={24} />
      </Center>
      <Stack as="span" size="caption" text="center">
        {label}
        {state !== undefined && <Text tone="ink-2">{state}</Text>}
      </Stack>
    </button>
  )
}
