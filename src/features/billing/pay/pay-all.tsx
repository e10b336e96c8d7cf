// Pays everything that is still open in one payment.
import { Plural } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bill } from '../../../domain/billing/bill.ts'
import { pageOptions } from '../../../resource/query.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'
import { payAddress } from './pay-search.ts'

/** Most bills of one payment. */
const MOST = 200

/** `userId`: only what this person ordered. */
export function PayAll({ userId }: { userId: number | undefined }) {
  const may = useRights()
  const online = useOnline()
  const { data } = useQuery({
    ...pageOptions(bill, {
      page: 1,
      size: MOST,
      sort: 'createdAt',
      state: ['unpaid', 'failed'],
      ...(userId !== undefined && { userId }),
    }),
    enabled: may('bill.pay'),
  })
  const open = data?.list ?? []
  // Bills of several tenants go into several payments.
  const oneTenant = new Set(open.map(({ tenantId }) => tenantId)).size === 1
  if (open.length < 2 || !oneTenant) return null
  return (
    <Button
      component="a"
      href={`#${payAddress({ bills: open.map(({ id }) => id) })}`}
      disabled={!online}
      leftSection={<Icon name="bill" />}
    >
      <Plural value={open.length} one="Pay # open bill" other="Pay # open bills" />
    </Button>
  )
}
