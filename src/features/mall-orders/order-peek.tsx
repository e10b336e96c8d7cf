// The panel of an order: everything that is known of it, one below the other.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { wordsForError } from '../../resource/error-words.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { AfterSales, Lines, type Order, Parcels, Settled, Story, Sums } from './order-parts.tsx'
import { openedOrderOptions } from './order-query.ts'
import { storyOf } from './order-story.ts'
import { Receiver } from './receiver.tsx'

export function OrderPeek({ order }: { order: Order }) {
  const { i18n } = useLingui()
  const { data, error, isError, refetch } = useQuery(openedOrderOptions(order.id, order.version))
  if (!data && isError)
    return <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
  if (!data) return <Loading variant="list" />
  const parts = { order, opened: data, Frame: PeekSection }
  return (
    <>
      <PeekSection>
        <Story steps={storyOf(order, data)} />
      </PeekSection>
      <Lines {...parts} />
      <Sums {...parts} />
      <AfterSales {...parts} />
      <Parcels {...parts} />
      <Settled {...parts} />
      <Receiver key={order.id} order={order} Frame={PeekSection} />
    </>
  )
}
