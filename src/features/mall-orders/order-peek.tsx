// The panel of an order: its story in one line, what was bought, sums that meet to the fen, after-sales, parcels, settlement.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { OpenedOrder } from '../../contract/endpoints/mall-order.ts'
import type { RowOf } from '../../domain/entity.ts'
import type { mallOrder } from '../../domain/mall/mall-order.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Money } from '../../resource/money.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Column, List, Row, Stack, Table, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { openedOrderOptions } from './order-query.ts'
import { type Step, storyOf } from './order-story.ts'
import { afterSaleWords } from './order-words.ts'

type Order = RowOf<typeof mallOrder>

export function OrderPeek({ order }: { order: Order }) {
  const { i18n } = useLingui()
  const { data, error, isError, refetch } = useQuery(openedOrderOptions(order.id, order.version))
  if (!data && isError)
    return <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
  if (!data) return <Loading variant="list" />
  return (
    <>
      <PeekSection>
        <Story steps={storyOf(order, data)} />
      </PeekSection>
      <Lines order={order} opened={data} />
      <Sums order={order} />
      <AfterSales opened={data} />
      <Parcels opened={data} />
      <Settled order={order} opened={data} />
      <Receiver order={order} />
    </>
  )
}

function Story({ steps }: { steps: readonly Step[] }) {
  const { t } = useLingui()
  const words: Record<Step['what'], string> = {
    ordered: t`Ordered`,
    paid: t({ context: 'mall', message: 'Paid' }),
    sent: t({ context: 'mall order', message: 'Sent' }),
    delivered: t({ context: 'mall', message: 'Delivered' }),
    asked: t`Asked back`,
    cameBack: t`Came back`,
    refunded: t({ context: 'mall', message: 'Refunded' }),
    completed: t({ context: 'mall order', message: 'Completed' }),
    closed: t({ context: 'mall order', message: 'Closed' }),
  }
  return (
    <List row scroll="x" gap={4} align="start" aria-label={t`What happened`}>
      {steps.map(step => (
        <li key={step.id} aria-current={step.at === null ? 'step' : undefined}>
          <Column gap={1} miw={96}>
            <Text tone={step.at === null ? 'attention' : 'ok'}>
              <Icon name={step.at === null ? 'clock' : 'check'} size={16} />
            </Text>
            <Text strong>{words[step.what]}</Text>
            {step.amount !== undefined && (
              <Text size="caption" tone="ink-2">
                <Money fen={step.amount} />
              </Text>
            )}
            {step.text && (
              <Text size="caption" tone="ink-2">
                <bdi>{step.text}</bdi>
              </Text>
            )}
            <Text size="caption" tone="ink-3">
              {step.at === null ? <Trans>Now</Trans> : formatMoment(step.at).slice(5, 16)}
            </Text>
          </Column>
        </li>
      ))}
    </List>
  )
}

function Lines({ order, opened }: { order: Order; opened: OpenedOrder }) {
  const { pieceCount } = order
  const lineCount = opened.lines.length
  return (
    <PeekSection
      title={<Trans>Goods</Trans>}
      aside={
        <Text size="caption" tone="ink-3">
          <Trans>
            {lineCount} lines, {pieceCount} pieces, as they were when ordered
          </Trans>
        </Text>
      }
    >
      <Box scroll="x">
        <Table figured>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Goods</Trans>
              </th>
              <th scope="col">
                <Trans>Price</Trans>
              </th>
              <th scope="col">
                <Trans>Pieces</Trans>
              </th>
              <th scope="col">
                <Trans>Discount</Trans>
              </th>
              <th scope="col">
                <Trans context="mall">Paid</Trans>
              </th>
              <th scope="col">
                <Trans>Back</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {opened.lines.map(line => {
              const back = line.backAmount + line.waitingAmount
              return (
                <tr key={line.id}>
                  <th scope="row">
                    <bdi>{line.name}</bdi>
                    <Text size="caption" tone="ink-3" block>
                      <bdi>{[line.optionText, `SKU ${line.skuId}`].filter(Boolean).join(' · ')}</bdi>
                    </Text>
                  </th>
                  <td>
                    <Money fen={line.price} />
                  </td>
                  <td>{line.quantity}</td>
                  <td>{line.discountShare > 0 ? <Money fen={0 - line.discountShare} /> : '—'}</td>
                  <td>
                    <Text strong>
                      <Money fen={line.paid} />
                    </Text>
                  </td>
                  <td>
                    {back > 0 ? (
                      <Text tone="attention" strong>
                        <Money fen={back} />
                        <Text size="caption" block>
                          <bdi dir="ltr">{`${line.backQuantity + line.waitingQuantity} / ${line.quantity}`}</bdi>
                        </Text>
                      </Text>
                    ) : (
                      '—'
                    )}
                  </td>
                </tr>
              )
            })}
            <tr>
              <th scope="row" colSpan={4}>
                <Trans>Freight</Trans>
              </th>
              <td>
                <Money fen={order.freightAmount} />
              </td>
              <td>
                {opened.freightRefunded + opened.freightWaiting > 0 ? (
                  <Money fen={opened.freightRefunded + opened.freightWaiting} />
                ) : (
                  '—'
                )}
              </td>
            </tr>
          </tbody>
        </Table>
      </Box>
    </PeekSection>
  )
}

function Sums({ order }: { order: Order }) {
  const { t } = useLingui()
  const left = order.amount - order.refundWaiting - order.refundedAmount
  const money = (fen: number) => fen !== 0 && <Money fen={fen} />
  return (
    <PeekSection
      title={<Trans>Amount</Trans>}
      aside={
        <Text size="figure" strong>
          <Money fen={order.amount} />
        </Text>
      }
    >
      <Facts
        facts={[
          { id: 'goods', label: t`Goods`, value: <Money fen={order.goodsAmount} /> },
          {
            id: 'discount',
            label: order.discountName ?? t`Discount`,
            value: money(0 - order.discountAmount),
          },
          { id: 'freight', label: t`Freight`, value: <Money fen={order.freightAmount} /> },
          { id: 'waiting', label: t`Refunding`, value: money(0 - order.refundWaiting) },
          { id: 'back', label: t`Refunded`, value: money(0 - order.refundedAmount) },
          {
            id: 'left',
            label: t`Can still be refunded`,
            value: order.paidAt !== null && <Money fen={left} />,
          },
        ]}
      />
    </PeekSection>
  )
}

function AfterSales({ opened }: { opened: OpenedOrder }) {
  const { i18n } = useLingui()
  if (opened.afterSales.length === 0) return null
  return (
    <PeekSection title={<Trans>After-sales</Trans>}>
      <List stack gap={3}>
        {opened.afterSales.map(each => (
          <li key={each.id}>
            <Row wrap gap={2} justify="between">
              <Row gap={2} wrap>
                <a href={`#/AfterSalesOrders?open=${each.id}`}>{each.number}</a>
                <SeverityBadge tone={afterSaleWords[each.state].tone}>
                  {i18n._(afterSaleWords[each.state].label)}
                </SeverityBadge>
              </Row>
              <Text strong>
                <Money fen={each.amount} />
              </Text>
            </Row>
            <Text size="caption" tone="ink-2">
              <bdi>{`${each.what} · ${each.reason}`}</bdi>
            </Text>
          </li>
        ))}
      </List>
    </PeekSection>
  )
}

function Parcels({ opened }: { opened: OpenedOrder }) {
  if (opened.shipments.length === 0) return null
  return (
    <PeekSection title={<Trans>Parcels</Trans>}>
      <List stack gap={3}>
        {opened.shipments.map(parcel => (
          <li key={parcel.id}>
            <Row wrap gap={2} justify="between">
              <Text strong>
                <bdi>{`${parcel.carrier} ${parcel.trackingNumber}`}</bdi>
              </Text>
              <SeverityBadge tone={parcel.state === 'delivered' ? 'ok' : 'info'}>
                {parcel.state === 'delivered' ? (
                  <Trans context="mall">Delivered</Trans>
                ) : (
                  <Trans context="mall">Under way</Trans>
                )}
              </SeverityBadge>
            </Row>
            <Text size="caption" tone="ink-2">
              <bdi>{parcel.lines.map(({ name, quantity }) => `${name} × ${quantity}`).join(', ')}</bdi>
            </Text>
          </li>
        ))}
      </List>
    </PeekSection>
  )
}

function Settled({ order, opened }: { order: Order; opened: OpenedOrder }) {
  if (opened.settled.length === 0) return null
  return (
    <PeekSection
      title={<Trans>Settlement with the merchant</Trans>}
      aside={
        <Text size="caption" tone="ink-3">
          <bdi>{order.merchantName}</bdi>
        </Text>
      }
    >
      <Stack gap={2}>
        {opened.settled.map(line => (
          <Row key={`${line.number} ${line.kind} ${line.net}`} justify="between" gap={2} wrap>
            <span>
              <bdi>{line.number}</bdi>{' '}
              <Text size="caption" tone="ink-3">
                {line.kind === 'sale' ? <Trans>Sale</Trans> : <Trans>Refund of an earlier period</Trans>}
              </Text>
            </span>
            <Text strong>
              <Money fen={line.net} />
            </Text>
          </Row>
        ))}
      </Stack>
    </PeekSection>
  )
}

function Receiver({ order }: { order: Order }) {
  const { t } = useLingui()
  return (
    <PeekSection title={<Trans>Receiver</Trans>}>
      <Facts
        facts={[
          { id: 'name', label: t`Name`, value: order.buyerName },
          { id: 'phone', label: t`Phone`, value: <bdi dir="ltr">{order.buyerPhone}</bdi> },
          { id: 'address', label: t`Address`, value: order.address },
          { id: 'remark', label: t`Message of the buyer`, value: order.remark },
          { id: 'note', label: t`Note`, value: order.note },
          { id: 'why', label: t`Closed because`, value: order.closeReason },
        ]}
      />
    </PeekSection>
  )
}
