// What the bills under the filters come to, over all pages.
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { billSums } from '../../../contract/endpoints/pay.ts'
import { bill } from '../../../domain/billing/bill.ts'
import { sendRequest } from '../../../platform/http.ts'
import { useListAddress } from '../../../resource/list-search.ts'
import { Money } from '../../../resource/money.tsx'
import { queryOf } from '../../../resource/search.ts'
import { Box, Card, Row, Text } from '../../../ui/kit/parts.tsx'
import css from './pay.module.css'

export function BillSums() {
  const { search } = useListAddress(bill)
  const { page: _page, size: _size, counts: _counts, sort: _sort, ...filters } = queryOf(bill, search)
  const { data } = useQuery({
    // Under the entity's key, so that whatever changes a bill asks for the sums anew.
    queryKey: ['entity', bill.key, 'sums', filters],
    queryFn: ({ signal }) => sendRequest(billSums, filters, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const figure = (label: ReactNode, fen: number | undefined) => (
    <Card stack gap="half" padY={2} grows="small" className={css.figure}>
      <Text as="dt" size="small" tone="ink-2">
        {label}
      </Text>
      <Box as="dd" size="large" strong>
        {fen === undefined ? '–' : <Money fen={fen} />}
      </Box>
    </Card>
  )
  return (
    <Row as="dl" wrap align="stretch" gap={2} aria-busy={data === undefined}>
      {figure(<Trans>All matching</Trans>, data?.amount)}
      {figure(<Trans>Of these, paid</Trans>, data?.paid)}
      {figure(<Trans>Still open</Trans>, data?.open)}
      {figure(<Trans>Refunded</Trans>, data?.refunded)}
    </Row>
  )
}
