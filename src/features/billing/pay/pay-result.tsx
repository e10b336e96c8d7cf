// How it ended, and what comes next.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../ui/icons.tsx'
import { Center, Row, Stack, Text } from '../../../ui/kit/parts.tsx'
import { formatMoment } from '../../../ui/locale.ts'
import css from './pay.module.css'
import type { PayBill, PayStage } from './pay-stage.ts'
import { ReasonText } from './reason-text.tsx'

interface ResultProps {
  stage: Exclude<PayStage['is'], 'open' | 'choose'>
  bills: readonly PayBill[]
}

interface StageLook {
  tone: 'ok' | 'warning' | 'off'
  icon: IconName
  title: ReactNode
}

const stageLooks: Record<ResultProps['stage'], StageLook> = {
  paid: { tone: 'ok', icon: 'check', title: <Trans>Paid</Trans> },
  closed: { tone: 'off', icon: 'close', title: <Trans>The order is closed</Trans> },
  refunding: { tone: 'warning', icon: 'undo', title: <Trans>The money is on its way back</Trans> },
  refunded: { tone: 'off', icon: 'undo', title: <Trans>The money was paid back</Trans> },
}

export function PayResult({ stage, bills }: ResultProps) {
  const { tone, icon, title } = stageLooks[stage]
  const [first] = bills
  const reason = bills.find(bill => bill.reason !== null)?.reason
  const at = stage === 'paid' ? first?.paidAt : stage === 'refunded' ? first?.refundedAt : undefined
  return (
    <Stack items="center" gap={3} text="center" className={css.stage} role="status">
      <Center as="span" soft={tone} square={16} round="full">
        <Icon name={icon} size={30} />
      </Center>
      <Text as="h2" size="title" strong>
        {title}
      </Text>
      {at !== undefined && at !== null && (
        <Text as="p" size="small" tone="ink-2">
          <bdi dir="ltr">{formatMoment(at)}</bdi>
        </Text>
      )}
      {reason && (
        <p>
          <ReasonText reason={reason} />
        </p>
      )}
      {stage === 'paid' && <Delivery bills={bills} />}
      {stage === 'closed' && !reason && (
        <p>
          <Trans>It can no longer be paid. Order again if it is still wanted.</Trans>
        </p>
      )}
      <Row wrap align="stretch" justify="center" gap={2}>
        <Button component="a" href="#/bilList">
          <Trans>Show my bills</Trans>
        </Button>
        {first && (
          <Button component="a" href={`#${againAt[first.kind]}`} variant="default">
            {stage === 'closed' ? <Trans>Order again</Trans> : <Trans>Order something else</Trans>}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

const againAt: Record<PayBill['kind'], string> = {
  package: '/Recharge',
  cardTopUp: '/Recharge',
  phoneTopUp: '/topup',
  meterTopUp: '/Recharge2',
  mallOrder: '/bilList',
  fee: '/arrears',
}

function Delivery({ bills }: { bills: readonly PayBill[] }) {
  const waiting = bills.filter(bill => bill.deliveredAt === null)
  if (waiting.length === 0) {
    return (
      <p>
        <Trans>What was paid for is in force.</Trans>
      </p>
    )
  }
  if (waiting.every(bill => bill.kind === 'meterTopUp')) {
    return (
      <p>
        <Trans>The credit is on its way to the meter. It counts as soon as the meter has taken it.</Trans>
      </p>
    )
  }
  return (
    <p>
      <Trans>What was paid for is being delivered. This page updates automatically.</Trans>
    </p>
  )
}
