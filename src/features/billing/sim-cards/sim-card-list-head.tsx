// Above the list of SIM cards: what was ordered last, and the SIM cards that are silent.
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { simCard } from '../../../domain/billing/sim-card.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { pageOptions } from '../../../resource/query.ts'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Row } from '../../../ui/kit/parts.tsx'
import { SimOrderProgress } from './sim-order-progress.tsx'

const RECOUNT_MS = MINUTE_MS

export function SimCardListHead() {
  return (
    <>
      <SimOrderProgress />
      <SilentNote />
    </>
  )
}

function SilentNote() {
  const { data } = useQuery({
    ...pageOptions(simCard, { page: 1, size: 1, silent: true }),
    refetchInterval: RECOUNT_MS,
  })
  const total = data?.total ?? 0
  if (total === 0) return null
  return (
    <Row as="p" align="start" gap={2} padX={3} padY={2} ground="warning-soft" round="control" tone="ink">
      <Icon name="wifi-off" size={18} />
      <span>
        <Plural
          value={total}
          one="# active card has been silent for a week."
          other="# active cards have been silent for a week."
        />{' '}
        <a className={look({ tone: 'accent' })} href="#/SIMCard?silent=true">
          <Trans>Show them</Trans>
        </a>
      </span>
    </Row>
  )
}
