// A payment that waits for its money: the code or the way to the provider, the time that is left, another way.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { paymentState } from '../../../contract/endpoints/pay.ts'
import type { PayWay } from '../../../domain/billing/pay-way.ts'
import { showToast } from '../../../platform/toast.ts'
import { wayWords } from '../../../resource/pay-words.ts'
import { useOnline } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Row, Stack, Text } from '../../../ui/kit/parts.tsx'
import { Countdown } from './countdown.tsx'
import css from './pay.module.css'
import { PayMark } from './pay-mark.tsx'
import { QrCode } from './qr-code.tsx'
import { SandboxActs } from './sandbox-acts.tsx'
import { WayTiles } from './way-tiles.tsx'

export type Payment = z.output<typeof paymentState.response>

interface OpenPaymentProps {
  payment: Payment
  busy: boolean
  /** Asks now; answers the state that came back. */
  onAsk: () => Promise<Payment['state'] | undefined>
  onChange: (way: PayWay) => void
}

export function OpenPayment({ payment, busy, onAsk, onChange }: OpenPaymentProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  const [changing, setChanging] = useState(false)
  const [way, setWay] = useState<PayWay>(payment.way)
  const [asking, setAsking] = useState(false)
  const { show } = payment
  const ask = async () => {
    setAsking(true)
    const state = await onAsk()
    setAsking(false)
    if (state === 'paying') showToast({ kind: 'tip', message: msg`The order has not been paid yet` })
  }
  const name = i18n._(wayWords[payment.way])
  return (
    <Stack items="center" gap={3} text="center" className={css.stage}>
      <PayMark way={payment.way} />
      {show?.kind === 'code' && <CodeStep text={show.text} name={name} />}
      {show?.kind === 'redirect' && (
        <>
          <p>
            <Trans>
              You pay on the page of {name}. It opens in a new tab; this page updates automatically.
            </Trans>
          </p>
          <Button component="a" href={show.url} target="_blank" rel="noopener noreferrer" size="md">
            <Trans>Go to {name}</Trans>
          </Button>
        </>
      )}
      {show?.kind === 'sandbox' && <SandboxActs paymentId={payment.id} onDone={() => void onAsk()} />}
      <Countdown until={payment.expiresAt} />
      <Row wrap align="stretch" justify="center" gap={2}>
        <Button
          variant="default"
          loading={asking}
          disabled={!online}
          leftSection={<Icon name="refresh" />}
          onClick={() => void ask()}
        >
          <Trans>I have paid</Trans>
        </Button>
        <Button variant="default" aria-expanded={changing} onClick={() => setChanging(!changing)}>
          <Trans>Another method</Trans>
        </Button>
      </Row>
      {changing && (
        <Stack gap={2} pad={3} edge="dashed" round="card" text="start" className={css.sandbox}>
          <WayTiles value={way} onChange={setWay} />
          <Text as="p" size="small" tone="ink-2">
            <Trans>The payment that is open now is closed.</Trans>
          </Text>
          <Button disabled={!online} loading={busy} onClick={() => onChange(way)}>
            <Trans>Pay this way</Trans>
          </Button>
        </Stack>
      )}
    </Stack>
  )
}

function CodeStep({ text, name }: { text: string; name: string }) {
  const { t } = useLingui()
  return (
    <>
      <QrCode text={text} label={t`Code for ${name}`} />
      <p>
        <Trans>Scan the code with {name} and confirm there. This page updates automatically.</Trans>
      </p>
    </>
  )
}
