// Where the platform's wish and the carrier's word differ, in one sentence with how long.
import { Trans, useLingui } from '@lingui/react/macro'
import type { simCard } from '../../../domain/billing/sim-card.ts'
import { differenceOf } from '../../../domain/billing/sim-card-standing.ts'
import type { RowOf } from '../../../domain/entity.ts'
import { Elapsed } from '../../../ui/age.tsx'
import { Text } from '../../../ui/kit/parts.tsx'
import { differenceTones, reasonText } from './sim-card-words.ts'

export type SimCard = RowOf<typeof simCard>

type Differing = Pick<SimCard, 'state' | 'intent' | 'orderState' | 'orderReason' | 'orderedAt'>

export function DifferenceNote({ card }: { card: Differing }) {
  const { i18n } = useLingui()
  const difference = differenceOf(card)
  if (!difference) return null
  const reason = reasonText(card.orderReason, words => i18n._(words))
  return (
    <Text tone={differenceTones[difference]}>
      <Sentence difference={difference} since={card.orderedAt} />
      {reason && difference.endsWith('Refused') && (
        <>
          {' '}
          <bdi>{reason}</bdi>
        </>
      )}
    </Text>
  )
}

function Sentence({
  difference,
  since,
}: {
  difference: NonNullable<ReturnType<typeof differenceOf>>
  since: number | null
}) {
  const time = since === null ? null : <Elapsed since={since} />
  switch (difference) {
    case 'suspending':
    case 'activeThere':
      return time ? (
        <Trans>Suspended here, still active at the carrier since {time}</Trans>
      ) : (
        <Trans>Suspended here, still active at the carrier</Trans>
      )
    case 'resuming':
      return time ? (
        <Trans>Resumed here, still stopped at the carrier since {time}</Trans>
      ) : (
        <Trans>Resumed here, still stopped at the carrier</Trans>
      )
    case 'shuttingDown':
      return <Trans>The carrier is shutting it down</Trans>
    case 'comingBack':
      return <Trans>The carrier is bringing it back</Trans>
    case 'suspendRefused':
      return <Trans>The carrier refused to suspend it.</Trans>
    case 'resumeRefused':
      return <Trans>The carrier refused to resume it.</Trans>
    case 'stoppedThere':
      return <Trans>Active here, stopped by the carrier</Trans>
    case 'unknownThere':
      return <Trans>The carrier does not know this card</Trans>
  }
}
