// Own bills or those of everybody in the tenant.
import { Trans, useLingui } from '@lingui/react/macro'
import { bill } from '../../../domain/billing/bill.ts'
import { useListAddress } from '../../../resource/list-search.ts'
import { useSession } from '../../../resource/surroundings.ts'
import { Row } from '../../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { PayAll } from './pay-all.tsx'

export function WhoseBills() {
  const { t } = useLingui()
  const { search, change } = useListAddress(bill)
  const own = useSession()?.user.id
  return (
    <Row wrap justify="between" gap={2}>
      <SegmentedFilter
        label={t`Whose bills`}
        value={own !== undefined && search.userId === own ? 'own' : 'all'}
        onChange={value => change({ userId: value === 'own' ? own : undefined, page: undefined })}
        segments={[
          { value: 'all', label: <Trans>Everybody's</Trans> },
          { value: 'own', label: <Trans>Ordered by me</Trans> },
        ]}
      />
      <PayAll userId={typeof search.userId === 'number' ? search.userId : undefined} />
    </Row>
  )
}
