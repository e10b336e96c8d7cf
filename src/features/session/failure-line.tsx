// What went wrong with a form as a whole, above its button.
import { useLingui } from '@lingui/react/macro'
import { Text } from '../../ui/kit/parts.tsx'
import type { FormFailure } from './field-error.ts'

export function FailureLine({ failure }: { failure: FormFailure<string> | undefined }) {
  const { i18n } = useLingui()
  if (!failure || failure.field) return null
  return (
    <Text as="p" padX={3} padY={2} ground="critical-soft" round="control" tone="critical" role="alert">
      {i18n._(failure.words)}
    </Text>
  )
}
