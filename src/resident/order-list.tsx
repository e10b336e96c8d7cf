// The mall: the way to its shop front, and the orders that name this telephone.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Home, residentOrders } from '../contract/endpoints/resident-page.ts'
import type { OrderState } from '../domain/mall/order-state.ts'
import { sendRequest } from '../platform/http.ts'
import { Icon } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import { Card, Row, Stack, Text } from '../ui/kit/parts.tsx'
import { formatMoment } from '../ui/locale.ts'
import { AskedCard } from './asked-card.tsx'
import { useFen } from './fen.ts'
import { useAsked } from './use-asked.ts'

const askOrders = () => sendRequest(residentOrders, {})

const stateWords: Record<OrderState, MessageDescriptor> = {
  unpaid: msg({ context: 'mall order', message: 'To be paid' }),
  paid: msg({ context: 'mall order', message: 'To be sent' }),
  shipped: msg({ context: 'mall order', message: 'Sent' }),
  completed: msg({ context: 'mall order', message: 'Completed' }),
  closed: msg({ context: 'mall order', message: 'Closed' }),
}

export function OrderList({ home }: { home: Home | undefined }) {
  const { i18n } = useLingui()
  const fen = useFen()
  const { answer, problem } = useAsked(askOrders)
  return (
    <>
      {home?.mallAddress && (
        <Card pad={3}>
          <a
            className={look({ row: true, gap: 3, atLeast: 'tile', strong: true, tone: 'accent' })}
            href={home.mallAddress}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="box" />
            <Trans>Order in the mall</Trans>
          </a>
        </Card>
      )}
      <AskedCard
        title={<Trans>My orders</Trans>}
        problem={problem}
        waits={answer === undefined}
        empty={answer?.length === 0 && <Trans>No order of the mall names your number yet.</Trans>}
      >
        {answer?.map(order => (
          <Stack key={order.id} gap={1} edgeBelow padBelow={2} lastBare>
            <Row justify="between" gap={3}>
              <Text strong>
                <bdi>{order.merchantName}</bdi>
              </Text>
              <Text size="small" tone={order.state === 'unpaid' ? 'warning' : 'ink-2'}>
                {i18n._(stateWords[order.state])}
              </Text>
            </Row>
            {order.lines.map((line, place) => (
              // Lines of an order never change their places.
              <Text as="p" key={`${order.id} ${String(place)}`} size="small" tone="ink-2">
                <bdi>
                  {[line.name, line.optionText].filter(Boolean).join(' · ')} × {line.quantity}
                </bdi>
              </Text>
            ))}
            {order.parcels.map(({ carrier, trackingNumber }) => (
              <Text as="p" key={`${carrier} ${trackingNumber}`} size="small" tone="ink-3">
                <Trans>
                  Parcel: {carrier} <bdi dir="ltr">{trackingNumber}</bdi>
                </Trans>
              </Text>
            ))}
            <Row justify="between" gap={3}>
              <Text size="small" tone="ink-3" dir="ltr">
                {formatMoment(order.at)}
              </Text>
              <Text strong>
                <bdi>{fen(order.amount)}</bdi>
              </Text>
            </Row>
          </Stack>
        ))}
      </AskedCard>
    </>
  )
}
