// Talks through a camera for as long as it is held.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { holding } from '../../ui/hold.ts'
import { Icon } from '../../ui/icons.tsx'
import type { TileView, WallDriver } from './wall.driver.ts'

interface TalkButtonProps {
  driver: Pick<WallDriver, 'talk'>
  view: TileView
}

export function TalkButton({ driver, view }: TalkButtonProps) {
  const { cameraId, talk } = view
  return (
    <Button
      {...holding(
        () => driver.talk(cameraId, true),
        () => driver.talk(cameraId, false),
      )}
      variant={talk === 'on' ? 'filled' : 'default'}
      aria-pressed={talk === 'on'}
      leftSection={<Icon name="mic" size={18} />}
    >
      {talk === 'on' ? (
        <Trans>You are heard</Trans>
      ) : talk === 'starting' ? (
        <Trans>Opening the microphone…</Trans>
      ) : (
        <Trans>Hold to talk</Trans>
      )}
    </Button>
  )
}
