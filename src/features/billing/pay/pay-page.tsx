// The payment page: what, how much, by which way, and how it stands; opened again later it shows the truth.
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { PayWay } from '../../../domain/billing/pay-way.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { RelatedList } from '../../../resource/related-list.tsx'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Center, Row, SectionTitle, Stack, Text } from '../../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../../ui/page-frame.tsx'
import { ErrorState, Forbidden, Loading, StaleBadge } from '../../../ui/states.tsx'
import { billView } from './bill.view.tsx'
import { OpenPayment } from './open-payment.tsx'
import css from './pay.module.css'
import { PayResult } from './pay-result.tsx'
import { type PaySearch, payAddress, readPaySearch } from './pay-search.ts'
import type { PayBill, PayStage } from './pay-stage.ts'
import { PaySummary } from './pay-summary.tsx'
import { ReasonText } from './reason-text.tsx'
import { usePayment, useStart } from './use-payment.ts'
import { WayTiles } from './way-tiles.tsx'

/** `raw`: the search of the address with whatever a provider has added. */
export function PayPage({ raw }: { raw: Readonly<Record<string, unknown>> }) {
  const { t } = useLingui()
  const may = useRights()
  if (!may('bill.pay')) return <Forbidden />
  const search = readPaySearch(raw)
  return (
    <PageFrame scrolls>
      {search.bills === undefined && search.payment === undefined ? (
        <>
          <PageHead title={t`Payment`} />
          <OpenBills />
        </>
      ) : (
        // Another payment is another page: nothing of the one before stays.
        <PayScreen key={JSON.stringify([search.bills, search.payment])} search={search} />
      )}
    </PageFrame>
  )
}

function OpenBills() {
  const { t } = useLingui()
  const router = useRouter()
  return (
    <Stack align="start" gap={6} cols="minmax(0, 640px) minmax(280px, 400px)" oneWhenNarrow>
      <Stack
        as="section"
        gap={4}
        shrink
        pad={5}
        ground="surface"
        edge="line"
        round="card"
        tightOnPhone
        className={css.panel}
      >
        <SectionTitle>
          <Trans>Which order is to be paid?</Trans>
        </SectionTitle>
        <RelatedList
          view={billView}
          query={{ state: ['unpaid', 'failed', 'paying'] }}
          size={20}
          all="/bilList?state=unpaid,failed,paying"
          none={t`No payment is pending.`}
          onOpen={row => router.history.push(payAddress({ bills: [row.id] }))}
        />
        <Row wrap align="stretch" justify="center" gap={2}>
          <Button component="a" href="#/topup" variant="default">
            <Trans>Top up</Trans>
          </Button>
          <Button component="a" href="#/bilList" variant="default">
            <Trans>Show my bills</Trans>
          </Button>
        </Row>
      </Stack>
    </Stack>
  )
}

function PayScreen({ search }: { search: PaySearch }) {
  const { i18n, t } = useLingui()
  const router = useRouter()
  const online = useOnline()
  const { bills, stage, payment, error, reload, ask } = usePayment(search)
  const { busy, start } = useStart(id => router.history.replace(payAddress({ payment: id })))
  const [way, setWay] = useState<PayWay | undefined>(search.way)
  if (!bills.data || !stage) {
    return (
      <>
        <PageHead title={t`Payment`} />
        {error ? (
          <ErrorState what={i18n._(wordsForError(error))} onRetry={reload} />
        ) : (
          <Loading variant="detail" count={3} />
        )}
      </>
    )
  }
  const begin = (chosen: PayWay | undefined, payable: readonly PayBill[]) => {
    if (chosen)
      void start(
        payable.map(({ id }) => id),
        chosen,
      )
  }
  return (
    <>
      <PageHead title={t`Payment`}>{!online && <StaleBadge at={bills.dataUpdatedAt} />}</PageHead>
      {!online && (
        <Row
          as="p"
          align="start"
          gap={2}
          padX={3}
          padY={2}
          ground="info-soft"
          round="control"
          tone="ink"
          role="status"
        >
          <Icon name="wifi-off" size={18} />
          <Trans>No connection. Payments are never kept for later; what you see is from before.</Trans>
        </Row>
      )}
      <Stack align="start" gap={6} cols="minmax(0, 640px) minmax(280px, 400px)" oneWhenNarrow>
        <Stack
          as="section"
          gap={4}
          shrink
          pad={5}
          ground="surface"
          edge="line"
          round="card"
          tightOnPhone
          className={css.panel}
          aria-label={t`Payment`}
        >
          {stage.is === 'open' && payment?.state === 'paying' && (
            <OpenPayment
              key={payment.id}
              payment={payment}
              busy={busy}
              onAsk={ask}
              onChange={next => begin(next, stage.payable)}
            />
          )}
          {stage.is === 'open' && payment?.state !== 'paying' && <Loading variant="cards" count={1} />}
          {stage.is === 'choose' && (
            <Choose
              stage={stage}
              way={way}
              busy={busy}
              onWay={setWay}
              onPay={() => begin(way, stage.payable)}
            />
          )}
          {stage.is !== 'open' && stage.is !== 'choose' && <PayResult stage={stage.is} bills={bills.data} />}
        </Stack>
        <PaySummary bills={bills.data} />
      </Stack>
    </>
  )
}

interface ChooseProps {
  stage: Extract<PayStage, { is: 'choose' }>
  way: PayWay | undefined
  busy: boolean
  onWay: (way: PayWay) => void
  onPay: () => void
}

function Choose({ stage: { failed, payable }, way, busy, onWay, onPay }: ChooseProps) {
  const online = useOnline()
  // Why the payment before was not completed: closed by a person, or expired.
  const reason = payable.find(bill => bill.reason !== null)?.reason
  return (
    <>
      {failed && (
        <Stack items="center" gap={3} text="center" className={css.stage} role="alert">
          <Center as="span" soft="critical" square={16} round="full">
            <Icon name="alert" size={30} />
          </Center>
          <Text as="h2" size="title" strong>
            <Trans>The payment failed</Trans>
          </Text>
          {failed.reason && (
            <p>
              <ReasonText reason={failed.reason} />
            </p>
          )}
          <Text as="p" size="small" tone="ink-2">
            <Trans>No money was taken. Try again, or choose another method.</Trans>
          </Text>
        </Stack>
      )}
      {!failed && reason && (
        <Alert color="info">
          <p>
            <ReasonText reason={reason} />
          </p>
          <p>
            <Trans>The order is still open and can be paid.</Trans>
          </p>
        </Alert>
      )}
      <WayTiles value={way} onChange={onWay} />
      <Button size="md" loading={busy} disabled={!online || !way} onClick={onPay}>
        {failed ? <Trans>Pay again</Trans> : <Trans>Pay</Trans>}
      </Button>
    </>
  )
}
