// Makes the code with which a tablet becomes this door unit, and says where to type it.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { makeDoorCode } from '../../contract/endpoints/intercom.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { sendRequest } from '../../platform/http.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { showToast } from '../../platform/toast.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { FieldCopy } from '../../ui/field-copy.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Text } from '../../ui/kit/parts.tsx'
import css from './device-page.module.css'

export function DoorCode({ imei }: { imei: string }) {
  const { t } = useLingui()
  const online = useOnline()
  const may = useRights()(makeDoorCode.access)
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<{ code: string; minutes: number }>()
  if (!may) return null
  const make = async () => {
    setBusy(true)
    try {
      const { code, expiresAt } = await sendRequest(makeDoorCode, { imei })
      setMade({ code, minutes: Math.max(1, Math.round((expiresAt - serverNow()) / MINUTE_MS)) })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const close = () => setMade(undefined)
  const copyFailed = (text: string) => showToast({ kind: 'tip', message: { id: text, message: text } })
  return (
    <>
      <Text as="p" below={3} tone="ink-2" className={css.note}>
        <Trans>A tablet with a browser can be this door: it rings, shows the visitor and opens.</Trans>
      </Text>
      <Button
        variant="default"
        leftSection={<Icon name="door" />}
        disabled={!online}
        loading={busy}
        onClick={() => void make()}
      >
        <Trans>Use a tablet as this door</Trans>
      </Button>
      <Modal
        opened={made !== undefined}
        onClose={close}
        closeOnClickOutside={false}
        title={t`A tablet for this door`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {made && (
          <>
            <Text as="p" below={3} tone="ink-2" className={css.note}>
              <Trans>Open this address on the tablet and type the code.</Trans>
            </Text>
            <Text as="p" padX={3} padY={2} below={4} ground="sunken" round="control" breaks mono>
              <FieldCopy label={t`address`} value={`${location.origin}/door`} onProblem={copyFailed} />
            </Text>
            <Text as="p" below={2} size="huge" strong className={css.doorCode}>
              <FieldCopy label={t`code`} value={made.code} onProblem={copyFailed} />
            </Text>
            <Text as="p" below={3} tone="ink-2" className={css.note}>
              <Plural
                value={made.minutes}
                one="It works once, for # minute. What spoke for this door before is cut off then."
                other="It works once, for # minutes. What spoke for this door before is cut off then."
              />
            </Text>
            <Button onClick={close}>
              <Trans>Done</Trans>
            </Button>
          </>
        )}
      </Modal>
    </>
  )
}
