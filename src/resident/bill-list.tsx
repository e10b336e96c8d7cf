// Bills of the homes, newest first: what each consists of, until when it is to be paid, how it stands; some of them are paid at once.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { residentBills } from '../contract/endpoints/fees.ts'
import type { PayState } from '../domain/billing/pay-state.ts'
import type { FeeLineKind } from '../domain/fees/month-bill.ts'
import { DoorButton } from '../door-unit/door-button.tsx'
import { sendRequest } from '../platform/http.ts'
import { look } from '../ui/kit/look.ts'
import { Row, Stack, Text } from '../ui/kit/parts.tsx'
import { formatDay } from '../ui/locale.ts'
import { AskedCard } from './asked-card.tsx'
import { useFen } from './fen.ts'
import { usePaymentAddress } from './payment-address.ts'
import { useAsked } from './use-asked.ts'
import { usePart } from './use-part.ts'

export type OwnBill = z.output<typeof residentBills.response>[number]

export const askBills = () => sendRequest(residentBills, {})

export const isOwed = ({ state }: OwnBill): boolean =>
  state === 'unpaid' || state === 'paying' || state === 'failed'

const stateWords: Record<PayState, MessageDescriptor> = {
  unpaid: msg`Unpaid`,
  paying: msg`Paying`,
  paid: msg`Paid`,
  failed: msg`Unpaid`,
  closed: msg({ context: 'payment', message: 'Closed' }),
  refunding: msg`Refunding`,
  refunded: msg`Refunded`,
}

const lineWords: Record<FeeLineKind, MessageDescriptor> = {
  electricity: msg`Electricity`,
  water: msg`Water`,
  service: msg`Property service`,
  correction: msg`Correction`,
  carried: msg`Carried to the next bill`,
}

/** The sum with its month, and until when it is to be paid. */
export function BillLine({ bill }: { bill: OwnBill }) {
  const { i18n } = useLingui()
  const fen = useFen()
  const isLate = isOwed(bill) && bill.dueOn < formatDay(Date.now())
  return (
    <Row justify="between" gap={3}>
      <Stack gap={0}>
        <Text strong>
          <bdi dir="ltr">{bill.month}</bdi> · <bdi>{fen(bill.amount)}</bdi>
        </Text>
        <Text size="small" tone="ink-3">
          <bdi>
            {bill.communityName} · {bill.roomName}
          </bdi>
        </Text>
      </Stack>
      <Stack gap={0} align="end">
        <Text size="small" tone={isOwed(bill) ? 'warning' : 'ok'}>
          {i18n._(stateWords[bill.state])}
        </Text>
        {isOwed(bill) && (
          <Text size="small" tone={isLate ? 'critical' : 'ink-2'}>
            <Trans>
              Until <bdi dir="ltr">{bill.dueOn}</bdi>
            </Trans>
          </Text>
        )}
      </Stack>
    </Row>
  )
}

const loadPay = () => import('./pay-card.tsx')

interface Payable {
  billIds: number[]
  /** Fen. */
  amount: number
}

/** The bills, or the payment of some of them. */
export function BillList() {
  const [paymentId, lookAt] = usePaymentAddress()
  const [wanted, setWanted] = useState<Payable>()
  const close = () => {
    setWanted(undefined)
    lookAt(undefined)
  }
  if (paymentId === undefined && wanted === undefined) return <Bills onPay={setWanted} onLook={lookAt} />
  return <Paying wanted={wanted} paymentId={paymentId} onStarted={lookAt} onClose={close} />
}

interface PayingProps {
  wanted: Payable | undefined
  paymentId: number | undefined
  onStarted: (paymentId: number) => void
  onClose: () => void
}

function Paying({ wanted, paymentId, onStarted, onClose }: PayingProps) {
  const { module, failed } = usePart(loadPay)
  if (!module)
    return (
      <Text as="p" role="status" tone={failed ? 'warning' : 'ink-2'}>
        {failed ? <Trans>The server cannot be reached. Try again.</Trans> : <Trans>Loading…</Trans>}
      </Text>
    )
  if (paymentId !== undefined)
    return <module.StandingCard key={paymentId} paymentId={paymentId} onClose={onClose} />
  return wanted && <module.ChooseWay {...wanted} onStarted={onStarted} onClose={onClose} />
}

interface BillsProps {
  onPay: (wanted: Payable) => void
  onLook: (paymentId: number) => void
}

function Bills({ onPay, onLook }: BillsProps) {
  const { i18n, t } = useLingui()
  const fen = useFen()
  const { answer, problem } = useAsked(askBills)
  const [left, setLeft] = useState<readonly number[]>([])
  const owed = (answer ?? []).flatMap(bill =>
    isOwed(bill) && bill.billId !== null ? [{ ...bill, billId: bill.billId }] : [],
  )
  const tenants = [...new Set(owed.map(({ tenantId }) => tenantId))]
  // One payment goes to one tenant: bills of another are paid after these.
  const [tenant = tenants[0], setTenant] = useState<number>()
  const chosen = owed.filter(({ billId, tenantId }) => tenantId === tenant && !left.includes(billId))
  const amount = chosen.reduce((sum, bill) => sum + bill.amount, 0)
  const choose = (bill: (typeof owed)[number], on: boolean) => {
    setTenant(bill.tenantId)
    // Of another tenant it begins alone.
    const others = bill.tenantId === tenant ? left : owed.map(({ billId }) => billId)
    setLeft(on ? others.filter(id => id !== bill.billId) : [...others, bill.billId])
  }
  return (
    <AskedCard
      title={<Trans context="page">Bills</Trans>}
      problem={problem}
      waits={answer === undefined}
      empty={answer?.length === 0 && <Trans>There is no bill yet.</Trans>}
    >
      {owed.length > 0 && (
        <DoorButton
          type="button"
          kind="primary"
          disabled={chosen.length === 0}
          onClick={() => onPay({ billIds: chosen.map(({ billId }) => billId), amount })}
        >
          <Trans>Pay {fen(amount)}</Trans>
        </DoorButton>
      )}
      {answer?.map(bill => {
        const due = owed.find(({ id }) => id === bill.id)
        const { paymentId } = bill
        return (
          <Stack key={bill.id} gap={1} edgeBelow padBelow={2} lastBare>
            <Row as={due ? 'label' : 'div'} gap={3} align="start">
              {due && (
                <input
                  type="checkbox"
                  aria-label={t`Pay the bill of ${bill.month}, ${bill.roomName}`}
                  className={look({ square: 6 })}
                  checked={chosen.includes(due)}
                  onChange={event => choose(due, event.target.checked)}
                />
              )}
              <Stack gap={0} grow shrink>
                <BillLine bill={bill} />
              </Stack>
            </Row>
            {bill.lines.map((line, place) => (
              // Lines of a bill that is out never change their places.
              <Row key={`${bill.id} ${String(place)}`} justify="between" gap={2}>
                <Text size="small" tone="ink-2">
                  {i18n._(lineWords[line.kind])} <bdi>{line.note}</bdi>
                </Text>
                <Text size="small" tone="ink-2">
                  <bdi>{fen(line.amount)}</bdi>
                </Text>
              </Row>
            ))}
            {paymentId !== null && (
              <DoorButton type="button" kind="secondary" onClick={() => onLook(paymentId)}>
                <Trans>Show the payment</Trans>
              </DoorButton>
            )}
          </Stack>
        )
      })}
    </AskedCard>
  )
}
