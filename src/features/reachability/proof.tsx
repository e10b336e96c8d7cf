// When a channel last showed something, or why it fails.
import { Trans } from '@lingui/react/macro'
import { Age } from '../../ui/age.tsx'
import { Text } from '../../ui/kit/parts.tsx'
import css from './reachability.module.css'

/** When a channel last showed something, or why it fails. */
export function Proof({ failure, at }: { failure: string | null; at: number | null }) {
  if (failure === 'noService')
    return (
      <Text size="caption" tone="ink-2" className={css.proof}>
        <Trans>The server cannot reach its push service</Trans>
      </Text>
    )
  if (failure !== null)
    return (
      <Text size="caption" tone="ink-2" className={css.proof}>
        <Trans>Its push service refuses messages</Trans>
      </Text>
    )
  if (at === null)
    return (
      <Text size="caption" tone="ink-2" className={css.proof}>
        <Trans>Nothing was shown there yet</Trans>
      </Text>
    )
  return (
    <Text size="caption" tone="ink-2" className={css.proof}>
      <Trans>
        Last verified <Age at={at} />
      </Trans>
    </Text>
  )
}
