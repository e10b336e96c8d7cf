// Status of a person, and whether they may do everything.
import { Trans, useLingui } from '@lingui/react/macro'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { statusWords } from './access-words.ts'

export function HighestBadge({ highest, status }: { highest: boolean; status: keyof typeof statusWords }) {
  const { i18n } = useLingui()
  const word = statusWords[status]
  return (
    <>
      <SeverityBadge tone={word.tone}>{i18n._(word.label)}</SeverityBadge>
      {highest && (
        <SeverityBadge tone="new">
          <Trans>Highest authorization</Trans>
        </SeverityBadge>
      )}
    </>
  )
}
