// Above the list of cards: what was ordered last, and the cards that are silent.
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { simCard } from '../../../domain/billing/sim-card.ts'
import { pageOptions } from '../../../resource/query.ts'
import { Icon } from '../../../ui/icons.tsx'
import css from './cards.module.css'
import { OrderProgress } from './order-progress.tsx'

const RECOUNT_MS = 60_000

export function CardListHead() {
  return (
    <>
      <OrderProgress />
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
    <p className={css.notice} data-tone="warning">
      <Icon name="wifi-off" size={18} />
      <span>
        <Plural
          value={total}
          one="# card should talk and has been silent for a week."
          other="# cards should talk and have been silent for a week."
        />{' '}
        <a className={css.link} href="#/SIMCard?silent=true">
          <Trans>Show them</Trans>
        </a>
      </span>
    </p>
  )
}
