// When a channel last showed something, or why it fails.
import { Trans } from '@lingui/react/macro'
import { Age } from '../../ui/age.tsx'
import css from './reach.module.css'

/** When a channel last showed something, or why it fails. */
export function Proof({ failure, at }: { failure: string | null; at: number | null }) {
  if (failure === 'noService')
    return (
      <span className={css.proof}>
        <Trans>The server cannot reach its push service</Trans>
      </span>
    )
  if (failure !== null)
    return (
      <span className={css.proof}>
        <Trans>Its push service refuses messages</Trans>
      </span>
    )
  if (at === null)
    return (
      <span className={css.proof}>
        <Trans>Nothing was shown there yet</Trans>
      </span>
    )
  return (
    <span className={css.proof}>
      <Trans>
        Last verified <Age at={at} />
      </Trans>
    </span>
  )
}
