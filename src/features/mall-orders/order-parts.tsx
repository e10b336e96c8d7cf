// Parts of an order, for its panel and its page: its story in one line, what was bought, sums that meet to the fen, after-sales,
// parcels, settlement, receiver.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import type { OpenedOrder } from '../../contract/endpoints/mall-order.ts'
import type { RowOf } from '../../domain/entity.ts'
import type { mallOrder } from '../../domain/mall/mall-order.ts'
import { Money } from '../../resource/money.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Center, Column, List, Row, Stack, Table, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import type { PeekSectionProps } from '../../ui/peek-panel.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import css from './order-parts.module.css'
import type { Step } from './order-story.ts'
import { afterSaleWords } from './order-words.ts'

export type Order = RowOf<typeof mallOrder>

/** What a part stands in: a section of the panel, a card of the page. */
export type Frame = ComponentType<PeekSectionProps>

interface PartProps {
  order: Order
  opened: OpenedOrder
  Frame: Frame
}

export function Story({ steps }: { steps: readonly Step[] }) {
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
    <List row scroll="x" align="start" aria-label={t`What happened`}>
      {steps.map(step => (
        <li key={step.id} className={css.step} aria-current={step.at === null ? 'step' : undefined}>
          <Column gap={1}>
            {step.at === null ? (
              <Center square={6} round="full" ground="attention-soft" tone="attention" className={css.mark}>
                <Icon name="clock" size={16} />
              </Center>
            ) : (
              <Center square={6} round="full" ground="ok-fill" tone="on-ok" className={css.mark}>
                <Icon name="check" size={16} />
              </Center>
            )}
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

export function Lines({ order, opened, Frame }: PartProps) {
  const { pieceCount } = order
  const lineCount = opened.lines.length
  return (
    <Frame
      title={<Trans>Goods</Trans>}
      aside={
        <Text size="caption" tone="ink-3">
          <Trans>
            <Plural value={lineCount} one="# line" other="# lines" />,{' '}
            <Plural value={pieceCount} one="# piece" other="# pieces" />, as they were when ordered
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
                    <Row gap={3}>
                      <LinePicture address={line.picture} />
                      <div>
                        <bdi>{line.name}</bdi>
                        <Text size="caption" tone="ink-3" block>
                          <bdi>{[line.optionText, `SKU ${line.skuId}`].filter(Boolean).join(' · ')}</bdi>
                        </Text>
                      </div>
                    </Row>
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
    </Frame>
  )
}

function PlainLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} className={look({ tone: 'accent', breaks: true })}>
      <bdi dir="ltr">{children}</bdi>
    </a>
  )
}

/** What the goods looked like when they were ordered. */
function LinePicture({ address }: { address: string | null }) {
  const round = { ground: 'sunken', round: 'control' } as const
  if (address === null)
    return (
      <Center square={10} rigid tone="ink-3" {...round}>
        <Icon name="box" />
      </Center>
    )
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      className={look({ square: 10, rigid: true, cover: true, block: true, ...round })}
    />
  )
}

export function Sums({ order, opened, Frame }: PartProps) {
  const { t } = useLingui()
  const may = useRights()
  const left = order.amount - order.refundWaiting - order.refundedAmount
  const money = (fen: number) => fen !== 0 && <Money fen={fen} />
  return (
    <Frame
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
          {
            id: 'payment',
            label: t`Payment number`,
            value:
              opened.tradeNumber &&
              (may('bill.read') ? (
                <PlainLink to={`#/Bill?open=${order.billId}`}>{opened.tradeNumber}</PlainLink>
              ) : (
                opened.tradeNumber
              )),
          },
        ]}
      />
    </Frame>
  )
}

export function AfterSales({ opened, Frame }: Omit<PartProps, 'order'>) {
  const { i18n } = useLingui()
  if (opened.afterSales.length === 0) return null
  return (
    <Frame title={<Trans>After-sales</Trans>}>
      <List stack gap={3}>
        {opened.afterSales.map(each => (
          <li key={each.id}>
            <Row wrap gap={2} justify="between">
              <Row gap={2} wrap>
                <PlainLink to={`#/AfterSalesOrders?open=${each.id}`}>{each.number}</PlainLink>
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
    </Frame>
  )
}

export function Parcels({ opened, Frame }: Omit<PartProps, 'order'>) {
  const { i18n } = useLingui()
  const back = opened.afterSales.filter(each => each.trackingNumber !== null)
  if (opened.shipments.length === 0) return null
  return (
    <Frame title={<Trans>Parcels</Trans>}>
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
            <Row wrap gap={2} justify="between">
              <Text size="caption" tone="ink-2">
                <bdi>{parcel.lines.map(({ name, quantity }) => `${name} × ${quantity}`).join(', ')}</bdi>
              </Text>
              <Text size="caption" tone="ink-3">
                {formatMoment(parcel.deliveredAt ?? parcel.shippedAt).slice(5, 16)}
              </Text>
            </Row>
          </li>
        ))}
        {back.map(each => (
          <li key={`back ${each.id}`}>
            <Row wrap gap={2} justify="between">
              <Text strong>
                <Trans>Return parcel</Trans> <bdi>{`${each.carrier ?? ''} ${each.trackingNumber ?? ''}`}</bdi>
              </Text>
              <SeverityBadge tone={each.receivedAt === null ? 'info' : 'new'}>
                {i18n._(afterSaleWords[each.receivedAt === null ? 'returned' : 'received'].label)}
              </SeverityBadge>
            </Row>
            <Row wrap gap={2} justify="between">
              <Text size="caption" tone="ink-2">
                <bdi>{each.what}</bdi>
                {each.restocked && (
                  <>
                    {' · '}
                    <Trans>Back in the stock</Trans>
                  </>
                )}
              </Text>
              <Text size="caption" tone="ink-3">
                {formatMoment(each.receivedAt ?? each.returnedAt ?? each.createdAt).slice(5, 16)}
              </Text>
            </Row>
          </li>
        ))}
      </List>
    </Frame>
  )
}

export function Settled({ order, opened, Frame }: PartProps) {
  const { t } = useLingui()
  const money = (fen: number) => fen !== 0 && <Money fen={fen} />
  if (opened.settled.length === 0) return null
  return (
    <Frame
      title={<Trans>Settlement with the merchant</Trans>}
      aside={
        <Text size="caption" tone="ink-3">
          <bdi>{order.merchantName}</bdi>
        </Text>
      }
    >
      <Stack gap={2}>
        {opened.settled.map(line => (
          <Stack key={`${line.number} ${line.kind} ${line.net}`} gap={1}>
            <Row justify="between" gap={2} wrap>
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
            <Facts
              facts={[
                { id: 'paid', label: t({ context: 'mall', message: 'Paid' }), value: money(line.paid) },
                { id: 'refunded', label: t`Refunded`, value: money(0 - line.refunded) },
                { id: 'commission', label: t`Commission`, value: money(0 - line.commission) },
                { id: 'fee', label: t`Payment fee`, value: money(0 - line.fee) },
              ]}
            />
          </Stack>
        ))}
      </Stack>
    </Frame>
  )
}
