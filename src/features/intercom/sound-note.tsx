// Says that the bell is not heard, and lets one press make it heard.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import { armSound, soundState } from '../../platform/sound.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row, Text } from '../../ui/kit/parts.tsx'
import css from './sound-note.module.css'

export function SoundNote() {
  const { t } = useLingui()
  const state = useSyncExternalStore(soundState.subscribe, soundState.read)
  const [asked, setAsked] = useState(false)
  if (state === 'armed') return null
  const enable = () => {
    setAsked(true)
    void armSound()
  }
  return (
    <Row
      gap={2}
      pad={1}
      ground="attention-soft"
      round="control"
      size="small"
      tone="attention"
      edge="attention"
      className={css.note}
      role="status"
    >
      <Icon name="sound-off" size={18} />
      <Text grow>
        {asked && state === 'refused' ? (
          <Trans>Sound refused by the browser</Trans>
        ) : (
          <Trans>The browser blocks the ringtone</Trans>
        )}
      </Text>
      <button
        type="button"
        className={look({
          bare: true,
          rigid: true,
          atLeast: 'target',
          padX: 3,
          round: 'control',
          strong: true,
          pointer: true,
          underlined: true,
        })}
        onClick={enable}
        title={asked ? t`Allow sound for this page in the browser's settings, then try again` : undefined}
      >
        <Trans>Enable sound</Trans>
      </button>
    </Row>
  )
}
