// Whether the siren would be heard, in words, and the press that arms it.
import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { armSound, soundState } from '../../platform/sound.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'

export function SoundState() {
  const state = useSyncExternalStore(soundState.subscribe, soundState.read)
  if (state === 'armed') {
    return (
      <SeverityBadge tone="ok" icon="sound">
        <Trans>Sound armed</Trans>
      </SeverityBadge>
    )
  }
  return (
    <button
      type="button"
      className={look({
        inline: true,
        gap: 2,
        atLeast: 'target',
        padX: 3,
        ground: 'attention-soft',
        round: 'full',
        size: 'small',
        strong: true,
        tone: 'attention',
        pointer: true,
        edge: 'attention',
      })}
      onClick={() => void armSound(true)}
    >
      <Icon name="sound-off" size={16} />
      {state === 'refused' ? <Trans>The browser refuses sound</Trans> : <Trans>Enable sound</Trans>}
    </button>
  )
}
