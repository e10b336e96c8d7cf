// Opens and closes the valve of a device, after a question that says what it is.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { sendSwitch } from '../../../contract/endpoints/device-command.ts'
import { understands } from '../../../domain/device/command-input.ts'
import { sendRequest } from '../../../platform/http.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Inline, Muted, Row, Stack } from '../../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import type { Device } from '../device-badges.tsx'
import { placeOf } from '../place.ts'
import { CommandOutcome } from './command-outcome.tsx'
import { Failure } from './command-page.tsx'
import { useSend } from './use-send.ts'

/** The valve of a gas, water or DTU device; nothing for a device that has none. */
export function ValveControl({ device }: { device: Device }) {
  const { t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const { busy, failure, send, clear } = useSend()
  const [asking, setAsking] = useState<'open' | 'closed'>()
  const [batchId, setBatchId] = useState<number>()
  if (!understands(device.kind, 'valve')) return null
  const reachable = device.state === 'online' || device.state === 'abnormal'
  const turn = async () => {
    if (!asking) return
    const command = { kind: 'valve' as const, input: { to: asking } }
    const sent = await send(() => sendRequest(sendSwitch, { deviceIds: [device.id], order: command }))
    setAsking(undefined)
    if (sent !== undefined) setBatchId(sent)
  }
  const ask = (to: 'open' | 'closed') => {
    clear()
    setAsking(to)
  }
  const place = placeOf(device)
  return (
    <Stack items="start" gap={3}>
      <Inline as="p" wrap gap={2}>
        {device.valve === null ? (
          <Muted>
            <Trans>The valve has not been reported yet.</Trans>
          </Muted>
        ) : (
          <SeverityBadge
            tone={device.valve === 'open' ? 'ok' : 'off'}
            icon={device.valve === 'open' ? 'check' : 'minus'}
          >
            {device.valve === 'open' ? t`Valve open` : t`Valve closed`}
          </SeverityBadge>
        )}
        <CommandOutcome batchId={batchId} />
      </Inline>
      {may('device.switch') ? (
        <Row wrap gap={2}>
          <Button
            variant="default"
            disabled={!online || !reachable || device.valve === 'open'}
            onClick={() => ask('open')}
          >{t`Open the valve`}</Button>
          <Button
            variant="default"
            disabled={!online || !reachable || device.valve === 'closed'}
            onClick={() => ask('closed')}
          >{t`Close the valve`}</Button>
          {!reachable && (
            <Inline gap={2} size="small" tone="ink-3">
              <Icon name="info" size={14} /> {t`Device not online`}
            </Inline>
          )}
        </Row>
      ) : (
        <Muted as="p">
          <Trans>Your role may not turn valves.</Trans>
        </Muted>
      )}
      <Failure failure={failure} />
      <Confirm
        opened={asking !== undefined}
        title={asking === 'open' ? t`Open the valve?` : t`Close the valve?`}
        confirmLabel={asking === 'open' ? t`Open the valve` : t`Close the valve`}
        critical
        busy={busy}
        onConfirm={() => void turn()}
        onCancel={() => setAsking(undefined)}
      >
        <p>
          <strong>
            <bdi>{device.name}</bdi>
          </strong>
          {place && (
            <>
              {' · '}
              <bdi>{place}</bdi>
            </>
          )}
        </p>
        <p>
          {asking === 'open' ? (
            <Trans>
              The supply behind it is restored at once. Make sure that nothing is open or leaking there.
            </Trans>
          ) : (
            <Trans>The supply behind it is cut off at once.</Trans>
          )}
        </p>
      </Confirm>
    </Stack>
  )
}
