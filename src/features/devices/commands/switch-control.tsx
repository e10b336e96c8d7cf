// One switch with its state and the commands that fit it, on its page and on the board of gateways.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { sendSwitch } from '../../../contract/endpoints/device-command.ts'
import { type SwitchMode, understands } from '../../../domain/device/command-input.ts'
import { sendRequest } from '../../../platform/http.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Inline, Muted, Row, Stack } from '../../../ui/kit/parts.tsx'
import type { Device } from '../device-badges.tsx'
import { CommandOutcome } from './command-outcome.tsx'
import { Failure } from './command-page.tsx'
import { switchCommandOf } from './switch-command.ts'
import { type SwitchAsked, SwitchConfirm } from './switch-confirm.tsx'
import { SwitchMarks } from './switch-marks.tsx'
import { type SwitchVariant, variants } from './switch-words.ts'
import { useSend } from './use-send.ts'

/** Commands in place of a switch or a gateway; nothing for a device that is neither. */
export function SwitchControl({ device, bare = false }: { device: Device; bare?: boolean }) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const { busy, failure, send, clear } = useSend()
  const [asked, setAsked] = useState<SwitchAsked>()
  const [batchId, setBatchId] = useState<number>()
  if (!understands(device.kind, 'switch')) return null
  const linked = device.kind === 'gateway'
  const reachable = device.state === 'online' || device.state === 'abnormal'
  const ask = (variant: SwitchVariant, mode?: SwitchMode) => {
    clear()
    setAsked({ variant, mode, rows: [device] })
  }
  const go = async () => {
    if (!asked) return
    const command = switchCommandOf(asked.variant, asked.mode)
    const sent = await send(() => sendRequest(sendSwitch, { deviceIds: [device.id], order: command }))
    setAsked(undefined)
    if (sent !== undefined) setBatchId(sent)
  }
  const off = variants.cutoff.modes[linked ? 'linked' : 'single'][0]
  const on = variants.close.modes[linked ? 'linked' : 'single'][0]
  const button = (variant: SwitchVariant, label: string, blocked: boolean, mode?: SwitchMode) => (
    <Button
      variant="default"
      disabled={!online || !reachable || blocked}
      leftSection={<Icon name={variants[variant].icon} size={14} />}
      onClick={() => ask(variant, mode)}
    >
      {label}
    </Button>
  )
  const locked = device.locked === true
  return (
    <Stack items="start" gap={3}>
      {!bare && <SwitchMarks row={device} />}
      {may('device.switch') ? (
        <Row wrap gap={2}>
          {(linked || device.closed !== false) &&
            button('cutoff', linked ? t`All off` : i18n._(variants.cutoff.verb), locked, off)}
          {(linked || device.closed !== true) &&
            button('close', linked ? t`All on` : i18n._(variants.close.verb), locked, on)}
          {(linked || !locked) && button('lock', linked ? t`Lock all` : i18n._(variants.lock.verb), false)}
          {(linked || locked) &&
            button('unlock', linked ? t`Unlock all` : i18n._(variants.unlock.verb), false)}
        </Row>
      ) : (
        !bare && (
          <Muted as="p">
            <Trans>Your role may not switch breakers.</Trans>
          </Muted>
        )
      )}
      {!reachable && (
        <Inline gap={2} size="small" tone="ink-3">
          <Icon name="info" size={14} /> {t`Device not online`}
        </Inline>
      )}
      <CommandOutcome batchId={batchId} />
      <Failure failure={failure} />
      <SwitchConfirm
        asked={asked}
        busy={busy}
        onConfirm={() => void go()}
        onCancel={() => setAsked(undefined)}
      />
    </Stack>
  )
}
