// Whether the door is connected, in words; always in sight.
import { Trans } from '@lingui/react/macro'
import { Box, Row, Text } from '../ui/kit/parts.tsx'
import { DoorButton } from './door-button.tsx'
import css from './door-page.module.css'
import type { WireState } from './wire.ts'

export function WireNotice({ wire, onForget }: { wire: WireState; onForget: () => void }) {
  const online = wire === 'online'
  const warns = wire === 'offline' || wire === 'refused'
  return (
    <Row align="baseline" gap={2} tone={warns ? 'warning' : 'ink-2'} role="status">
      <Text
        rigid
        square={3}
        ground={online ? 'ok' : 'none'}
        round="full"
        tone={online ? 'ok' : 'off'}
        className={css.dot}
        aria-hidden="true"
      />
      <div>
        {wire === 'online' && <Trans>Ready</Trans>}
        {wire === 'connecting' && <Trans>Connecting…</Trans>}
        {wire === 'offline' && <Trans>No connection. The door cannot ring now; trying again…</Trans>}
        {wire === 'refused' && (
          <>
            <Trans>This tablet is no longer this door: its access was replaced or withdrawn.</Trans>
            <Box above={2}>
              <DoorButton type="button" kind="secondary" onClick={onForget}>
                <Trans>Enrol again</Trans>
              </DoorButton>
            </Box>
          </>
        )}
      </div>
    </Row>
  )
}
