// Mall figures: orders, sales and refunds of each day, and what was settled with merchants.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { yuanOf } from '../../domain/billing/money.ts'
import { DAY_MS } from '../../domain/durations.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { WrittenDayField } from '../../resource/date-fields.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { formatFen, Money } from '../../resource/money.tsx'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { RelatedList } from '../../resource/related-list.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { tenantZone } from '../../resource/zone.ts'
import { dayText } from '../../ui/calendar.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Card, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { type Figures, figuresOptions } from './order-query.ts'
import { saveFigures } from './save-figures.ts'
import { SettleButton } from './settle-button.tsx'
import { settlementView } from './settlement.view.tsx'

const DAYS = 30

export function FiguresPage() {
  const may = useRights()
  return may('mallOrder.read') ? <FiguresScreen /> : <Forbidden />
}

function FiguresScreen() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const usual = { from: dayText(serverNow() - (DAYS - 1) * DAY_MS), to: dayText(serverNow()) }
  const [period, setPeriod] = useState(usual)
  const [merchantId, setMerchant] = useState<number | null>(null)
  const wrong = period.from > period.to
  const query = useQuery({
    ...figuresOptions({ ...period, zone: tenantZone(), merchantId }),
    enabled: !wrong,
  })
  const figures = query.data
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Mall figures' })}>
        {figures && (!online || query.isError) && <StaleBadge at={query.dataUpdatedAt} />}
      </PageHead>
      <Row wrap align="end" gap={3}>
        <Box w={160}>
          <WrittenDayField
            label={t`From`}
            value={period.from}
            onChange={from => setPeriod(before => ({ ...before, from: from || usual.from }))}
          />
        </Box>
        <Box w={160}>
          <WrittenDayField
            label={t`Until`}
            value={period.to}
            error={wrong ? t`The end must be after the beginning` : undefined}
            onChange={to => setPeriod(before => ({ ...before, to: to || usual.to }))}
          />
        </Box>
        <Box w={200}>
          <ReferenceSelect
            label={t`Merchant`}
            name="merchantId"
            entityKey="merchant"
            value={merchantId}
            known={undefined}
            clearable
            onChange={value => setMerchant(typeof value === 'number' ? value : null)}
          />
        </Box>
        {figures && may('mallOrder.export') && (
          <Button
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            onClick={() => saveFigures(figures, [t`Day`, t`Orders`, t`Paid orders`, t`Sales`, t`Refunds`])}
          >
            <Trans>Export</Trans>
          </Button>
        )}
      </Row>
      {!figures && query.isError && (
        <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
      )}
      {!figures && !query.isError && !wrong && <Loading variant="list" />}
      {figures && <Drawn figures={figures} />}
      {may('settlement.read') && (
        <Stack as="section" gap={3}>
          <Row justify="between" gap={3} wrap>
            <SectionTitle>
              <Trans>Settlements</Trans>
            </SectionTitle>
            {may('settlement.run') && <SettleButton />}
          </Row>
          <Card>
            <RelatedList
              view={settlementView}
              query={merchantId === null ? {} : { merchantId }}
              size={20}
              none={<Trans>Nothing was settled yet</Trans>}
            />
          </Card>
        </Stack>
      )}
    </PageFrame>
  )
}

function Drawn({ figures }: { figures: Figures }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const number = numberFormat(locale)
  const { days } = figures
  const sum = (of: 'orders' | 'paidOrders' | 'sales' | 'refunds') =>
    days.reduce((all, day) => all + day[of], 0)
  if (sum('orders') === 0 && sum('refunds') === 0)
    return (
      <Empty
        icon="box"
        title={<Trans>Nobody ordered anything</Trans>}
        why={<Trans>In the chosen days, of the chosen merchant.</Trans>}
      />
    )
  const tiles = [
    { id: 'orders', label: t`Orders`, value: number.format(sum('orders')) },
    { id: 'paid', label: t`Paid orders`, value: number.format(sum('paidOrders')) },
    { id: 'sales', label: t`Sales`, value: <Money fen={sum('sales')} /> },
    { id: 'refunds', label: t`Refunds`, value: <Money fen={sum('refunds')} /> },
  ]
  const yuan = (fen: number) => formatFen(fen, locale)
  return (
    <>
      <Stack as="dl" gap={2} cols="repeat(auto-fill, minmax(190px, 1fr))">
        {tiles.map(({ id, label, value }) => (
          <Box key={id} padX={3} padY={2} ground="surface" edge="line" round="control">
            <Text as="dt" size="caption" tone="ink-2">
              {label}
            </Text>
            <Box as="dd" size="figure" strong>
              {value}
            </Box>
          </Box>
        ))}
      </Stack>
      <Card>
        <BarChart
          label={t`Sales and refunds by day`}
          unit={t`yuan`}
          about={t`Day`}
          time
          grouped
          series={[
            { id: 'sales', name: t`Sales`, tone: 'info' },
            { id: 'refunds', name: t`Refunds`, tone: 'warning' },
          ]}
          bars={days.map(({ day, sales, refunds }) => ({
            id: day,
            label: day.slice(5),
            values: [Number(yuanOf(sales)), Number(yuanOf(refunds))],
          }))}
          format={value => yuan(Math.round(value * 100))}
        />
      </Card>
      <Card>
        <BarChart
          label={t`Orders by day`}
          unit={t`orders`}
          about={t`Day`}
          time
          series={[{ id: 'orders', name: t`Orders`, tone: 'ok' }]}
          bars={days.map(({ day, orders }) => ({ id: day, label: day.slice(5), values: [orders] }))}
        />
      </Card>
    </>
  )
}
