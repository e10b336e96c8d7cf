// How long something still goes on, counting down.
import { Trans } from '@lingui/react/macro'
import { formatMoment, formatSpan } from '../../ui/locale.ts'
import { useNow } from './use-now.ts'

export function TimeLeft({ until }: { until: number }) {
  const now = useNow()
  const left = formatSpan((until - now) / 1000)
  return (
    <time dateTime={new Date(until).toISOString()} title={formatMoment(until)}>
      {until > now ? (
        <Trans>
          <bdi dir="ltr">{left}</bdi> left
        </Trans>
      ) : (
        <Trans>over</Trans>
      )}
    </time>
  )
}
