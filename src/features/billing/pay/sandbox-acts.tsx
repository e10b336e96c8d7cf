// The sandbox's own buttons: how the payment goes.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { sandboxPay } from '../../../contract/endpoints/pay.ts'
import { keysOf } from '../../../domain/keys.ts'
import { sendRequest } from '../../../platform/http.ts'
import { showFailure } from '../../../resource/run-command.ts'
import { useOnline } from '../../../resource/surroundings.ts'
import { Stack, Text } from '../../../ui/kit/parts.tsx'
import css from './pay.module.css'

type Act = z.output<typeof sandboxPay.request>['act']

const acts: Record<Act, MessageDescriptor> = {
  pay: msg`Pay`,
  fail: msg`Simulate failure`,
  close: msg`Close it at the provider`,
  delay: msg`Pay; the bank takes 15 seconds`,
  payLate: msg`Close it, and let the money come later`,
  payTwice: msg`Simulate duplicate callback`,
}

export function SandboxActs({ paymentId, onDone }: { paymentId: number; onDone: () => void }) {
  const { i18n } = useLingui()
  const online = useOnline()
  const [busy, setBusy] = useState<Act>()
  const [done, setDone] = useState<Act>()
  const run = async (act: Act) => {
    setBusy(act)
    try {
      await sendRequest(sandboxPay, { paymentId, act })
      setDone(act)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(undefined)
      onDone()
    }
  }
  return (
    <Stack gap={2} pad={3} edge="dashed" round="card" text="start" className={css.sandbox}>
      <Text as="p" size="small" tone="ink-2">
        <Trans>This is a sandbox: no real money moves. What should the provider do?</Trans>
      </Text>
      <Stack gap={2} tiles="medium" className={css.sandboxActs}>
        {keysOf(acts).map(act => (
          <Button
            key={act}
            variant={act === 'pay' ? 'filled' : 'default'}
            loading={busy === act}
            disabled={!online || busy !== undefined || done !== undefined}
            onClick={() => void run(act)}
          >
            {i18n._(acts[act])}
          </Button>
        ))}
      </Stack>
      {done && (
        <Text as="p" size="small" tone="ink-2" role="status">
          <Trans>The provider is processing. This page updates automatically.</Trans>
        </Text>
      )}
    </Stack>
  )
}
