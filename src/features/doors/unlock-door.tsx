// Opens a door without a call: the button, its question, and what became of it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useRights } from '../../resource/surroundings.ts'
import { unlockWords } from '../../resource/unlock-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { createDoorUnlock, type UnlockPorts } from './unlock.driver.ts'

export interface UnlockDoorProps {
  door: { imei: string; name: string }
  ports: UnlockPorts
}

/** For people who may unlock at all; whether they may open this door now, the server says. */
export function UnlockDoor({ door, ports }: UnlockDoorProps) {
  const { t } = useLingui()
  const may = useRights()('device.unlock')
  const [open, setOpen] = useState(false)
  if (!may) return null
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" leftSection={<Icon name="unlock" />} onClick={() => setOpen(true)}>
        <Trans>Unlock</Trans>
      </Button>
      <Modal
        opened={open}
        onClose={close}
        closeOnClickOutside={false}
        size="sm"
        title={
          <Trans>
            Unlock <bdi>{door.name}</bdi>?
          </Trans>
        }
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <Unlocking door={door} ports={ports} onClose={close} />
      </Modal>
    </>
  )
}

function Unlocking({ door: { imei }, ports, onClose }: UnlockDoorProps & { onClose: () => void }) {
  const { i18n } = useLingui()
  const driver = useMemo(() => createDoorUnlock(imei, ports), [imei, ports])
  useEffect(() => driver.stop, [driver])
  const unlock = useSyncExternalStore(driver.subscribe, driver.read)
  const outcome = unlockWords(unlock, 'right')
  const icon = outcome?.tone === 'ok' ? 'unlock' : outcome?.tone === 'critical' ? 'alert' : 'clock'
  return (
    <>
      {outcome ? (
        <Row
          as="p"
          align="start"
          gap={2}
          padX={3}
          padY={2}
          ground={outcome.tone === 'critical' ? 'warning-soft' : 'info-soft'}
          soft={outcome.tone === 'ok' ? 'ok' : undefined}
          strong={outcome.tone === 'ok'}
          round="control"
          tone="ink"
          role={outcome.tone === 'critical' ? 'alert' : 'status'}
        >
          <Icon name={icon} size={20} />
          <span>{i18n._(outcome.words)}</span>
        </Row>
      ) : (
        <Text as="p" tone="ink-2">
          <Trans>The door opens at once. Make sure that you know who stands there.</Trans>
        </Text>
      )}
      <Row wrap align="stretch" justify="end" gap={2} above={4}>
        {unlock.is === 'done' ? (
          <Button onClick={onClose} data-autofocus>
            <Trans>Close</Trans>
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {unlock.is === 'no' ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
            </Button>
            <Button onClick={driver.press} loading={unlock.is === 'asked'} data-autofocus>
              {unlock.is === 'no' || unlock.is === 'asked' ? <Trans>Unlock</Trans> : <Trans>Try again</Trans>}
            </Button>
          </>
        )}
      </Row>
    </>
  )
}
