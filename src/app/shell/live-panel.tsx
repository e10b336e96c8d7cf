// What stands behind the live state: whether it is live, who is connected, what is read aloud.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { PresencePanel } from '../../features/presence/presence-panel.tsx'
import { SpokenStatus } from '../../features/spoken-notices/spoken-status.tsx'
import { useRights, useSession } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row, Stack } from '../../ui/kit/parts.tsx'
import { presence, speech, spokenSocket } from '../live-sockets.ts'
import { useLive } from '../live-state.ts'
import css from './live-panel.module.css'

export interface LivePanelProps {
  onRetry: () => void
  onSpeak: () => void
}

export default function LivePanel({ onRetry, onSpeak }: LivePanelProps) {
  const { t } = useLingui()
  const { is } = useLive()
  const may = useRights()
  const visitor = useSession()?.user.visitor
  return (
    <Stack gap={3} pad={1}>
      <Row justify="between" gap={3} className={css.live} data-is={is}>
        <p>{is === 'live' ? t`Changes appear as they happen` : t`What you see may be out of date.`}</p>
        {is !== 'live' && (
          <Button variant="default" size="compact-sm" onClick={onRetry}>
            <Trans>Try now</Trans>
          </Button>
        )}
      </Row>
      <hr className={look({ wide: true, edge: 'none', edgeAbove: true }, css.rule)} />
      <PresencePanel presence={presence} />
      {!visitor && (
        <>
          <hr className={look({ wide: true, edge: 'none', edgeAbove: true }, css.rule)} />
          <SpokenStatus speech={speech} socket={spokenSocket} />
        </>
      )}
      {may('notice.speak') && (
        <Button variant="default" leftSection={<Icon name="mic" size={16} />} onClick={onSpeak}>
          <Trans>Speak a notice</Trans>
        </Button>
      )}
    </Stack>
  )
}
