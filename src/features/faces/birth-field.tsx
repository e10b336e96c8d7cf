// A birthday in a form, and what follows from it for consent.

import { useLingui } from '@lingui/react/macro'
import { needsGuardian } from '../../domain/face/duties.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { WrittenDayField } from '../../resource/date-fields.tsx'
import type { FieldControl } from '../../resource/view.ts'
import { Text } from '../../ui/kit/parts.tsx'

export function BirthField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  const { label, value, onChange, error, disabled } = control
  const child = typeof value === 'string' && needsGuardian(value, serverNow())
  return (
    <>
      <WrittenDayField name="birthDate" required {...{ label, error, disabled, value, onChange }} />
      {child && (
        <Text as="p" size="small" tone="warning" above={1} role="status">
          {t`Below the age of 14 a guardian has to consent: enter who and when`}
        </Text>
      )}
    </>
  )
}
