// Makes the code with which a tablet becomes this door unit, and says where to type it.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { makeDoorCode } from '../../contract/endpoints/intercom.ts'
import { call } from '../../platform/http.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { tell } from '../../platform/tell.ts'
import { tellFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { FieldCopy } from '../../ui/field-copy.tsx'
import { Icon } from '../../ui/icons.tsx'
import css from './device-page.module.css'

const MINUTE_MS = 60_000

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
      const { code, expiresAt } = await call(makeDoorCode, { imei })
      setMade({ code, minutes: Math.max(1, Math.round((expiresAt - serverNow()) / MINUTE_MS)) })
    } catch (error) {
      tellFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const close = () => setMade(undefined)
  const copyFailed = (text: string) => tell({ kind: 'tip', message: { id: text, message: text } })
  return (
    <>
      <p className={css.note}>
        <Trans>A tablet with a browser can be this door: it rings, shows the visitor and opens.</Trans>
      </p>
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
            <p className={css.note}>
              <Trans>Open this address on the tablet and type the code.</Trans>
            </p>
            <p className={css.secret}>
              <FieldCopy label={t`address`} value={`${location.origin}/door`} onProblem={copyFailed} />
            </p>
            <p className={css.doorCode}>
              <FieldCopy label={t`code`} value={made.code} onProblem={copyFailed} />
            </p>
            <p className={css.note}>
              <Plural
                value={made.minutes}
                one="It works once, for # minute. What spoke for this door before is cut off then."
                other="It works once, for # minutes. What spoke for this door before is cut off then."
              />
            </p>
            <Button onClick={close}>
              <Trans>Done</Trans>
            </Button>
          </>
        )}
      </Modal>
    </>
  )
}
