// The last day of a consent, with what happens then.
import { useLingui } from '@lingui/react/macro'
import { serverNow } from '../../platform/server-clock.ts'
import { DayControl } from '../../resource/date-fields.tsx'
import type { FieldControl } from '../../resource/view.ts'

export function ConsentEnd({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  return (
    <DayControl
      control={control}
      name="expiresAt"
      end
      required
      min={serverNow()}
      description={t`Then the sample is erased with all that came of it.`}
    />
  )
}
