// The full page of one order: its story, what was bought, after-sales and parcels; beside them money, settlement and receiver.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mallOrder } from '../../domain/mall/mall-order.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { payWords } from '../../resource/pay-words.ts'
import { ActionButtons, Identifier } from '../../resource/peek.tsx'
import { rowOptions } from '../../resource/query.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Card, Center, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import type { PeekSectionProps } from '../../ui/peek-panel.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { mallOrderView } from './mall-order.view.tsx'
import { AfterSales, Lines, type Order, Parcels, Settled, Story, Sums } from './order-parts.tsx'
import { openedOrderOptions } from './order-query.ts'
import { storyOf } from './order-story.ts'
import { orderWords } from './order-words.ts'
import { Receiver } from './receiver.tsx'

/** What others do of the order is seen. */
const ASK_MS = 15_000

export function OrderPage({ id }: { id: number }) {
  const { i18n } = useLingui()
  const query = useQuery({ ...rowOptions(mallOrder, id), refetchInterval: ASK_MS })
  if (!query.data)
    return query.isError ? (
      <ErrorState page what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
    ) : (
      <Loading variant="detail" />
    )
  return (
    <ActionsProvider view={mallOrderView} onEdit={() => undefined}>
      <OrderScreen key={id} order={query.data} at={query.dataUpdatedAt} failed={query.isError} />
    </ActionsProvider>
  )
}

function OrderScreen({ order, at, failed }: { order: Order; at: number; failed: boolean }) {
  const { i18n } = useLingui()
  const online = useOnline()
  const opened = useQuery(openedOrderOptions(order.id, order.version))
  return (
    <PageFrame scrolls>
      <Stack as="article" one gap={3} padBelow={5} atMost="page">
        <Head order={order}>{(!online || failed) && <StaleBadge at={at} />}</Head>
        {opened.data ? (
          <Opened order={order} opened={opened.data} />
        ) : opened.isError ? (
          <ErrorState what={i18n._(wordsForError(opened.error))} onRetry={() => void opened.refetch()} />
        ) : (
          <Loading variant="detail" />
        )}
      </Stack>
    </PageFrame>
  )
}

function Head({ order, children }: { order: Order; children: ReactNode }) {
  const { i18n, t } = useLingui()
  const router = useRouter()
  const { actionsFor } = useActions()
  const [state, pay] = [orderWords[order.state], payWords[order.payState]]
  return (
    <Box as="header" row wrap align="start" gap={3} columnGap={4}>
      <IconButton
        icon="back"
        label={t`Back`}
        onClick={() =>
          router.history.canGoBack() ? router.history.back() : router.history.replace('/orderManagement')
        }
      />
      <Center square={12} rigid round="card" edge="line" ground="surface" tone="ink-2">
        <Icon name="box" />
      </Center>
      <Stack gap={1} shrink grows="large">
        <Row wrap gap={2}>
          <Text as="h1" size="title" strong>
            <Trans context="mall">Order</Trans>
          </Text>
          <Identifier view={mallOrderView} row={order} />
        </Row>
        <Row wrap gap={2}>
          <SeverityBadge tone={state.tone}>{i18n._(state.label)}</SeverityBadge>
          <SeverityBadge tone={pay.tone}>{i18n._(pay.label)}</SeverityBadge>
          <Text size="small" tone="ink-2">
            <bdi>{order.merchantName}</bdi> · <bdi>{order.buyerName}</bdi> ·{' '}
            {formatMoment(order.createdAt).slice(0, 16)}
          </Text>
          {children}
        </Row>
      </Stack>
      <Row wrap gap={2}>
        <ActionButtons actions={actionsFor([order])} />
      </Row>
    </Box>
  )
}

function Opened({ order, opened }: Omit<Parameters<typeof Lines>[0], 'Frame'>) {
  const parts = { order, opened, Frame: CardFrame }
  return (
    <>
      <Card as="section">
        <Story steps={storyOf(order, opened)} />
      </Card>
      <Stack align="start" gap={3} cols="minmax(0, 2.3fr) minmax(300px, 1fr)" oneOnTablet>
        <Stack gap={3} shrink>
          <Lines {...parts} />
          <AfterSales {...parts} />
          <Parcels {...parts} />
        </Stack>
        <Stack gap={3} shrink>
          <Sums {...parts} />
          <Settled {...parts} />
          <Receiver order={order} Frame={CardFrame} />
        </Stack>
      </Stack>
    </>
  )
}

function CardFrame({ title, aside, children }: PeekSectionProps) {
  return (
    <Card as="section">
      <Row align="baseline" justify="between" gap={3} below={2}>
        <SectionTitle>{title}</SectionTitle>
        {aside}
      </Row>
      {children}
    </Card>
  )
}
