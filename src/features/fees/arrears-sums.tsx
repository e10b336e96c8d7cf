// What is owed by how long it has been due: the sums of all bills that the person sees.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { feeBill } from '../../domain/fees/fee-bill.ts'
import { useListAddress } from '../../resource/list-search.ts'
import { Money } from '../../resource/money.tsx'
import { Box, Card, Row, Text } from '../../ui/kit/parts.tsx'
import { arrearsOptions } from './fee-query.ts'
import { ageWords } from './fee-words.ts'

export function ArrearsSums() {
  const { i18n } = useLingui()
  const { search } = useListAddress(feeBill)
  const communityId = typeof search.communityId === 'number' ? search.communityId : undefined
  const { data } = useQuery(arrearsOptions(communityId))
  const figures = [
    {
      id: 'all',
      label: <Trans>All that is owed</Trans>,
      fen: data?.amount,
      bills: data?.bills,
      tone: 'ink' as const,
    },
    ...(data?.ages ?? []).map(({ age, amount, bills }) => ({
      ...{ id: age, fen: amount, bills },
      label: i18n._(ageWords[age].label),
      tone: amount > 0 ? ageWords[age].tone : ('ink-3' as const),
    })),
  ]
  return (
    <Row as="dl" wrap align="stretch" gap={2} aria-busy={data === undefined}>
      {figures.map(({ id, label, fen, bills, tone }) => (
        <Card key={id} stack gap="half" padY={2} grows="small">
          <Text as="dt" size="small" tone="ink-2">
            {label}
          </Text>
          <Box as="dd" size="large" strong tone={tone}>
            {fen === undefined ? '–' : <Money fen={fen} />}
          </Box>
          <Text as="dd" size="small" tone="ink-3">
            {bills === undefined ? '–' : <Trans>{bills} bills</Trans>}
          </Text>
        </Card>
      ))}
    </Row>
  )
}
