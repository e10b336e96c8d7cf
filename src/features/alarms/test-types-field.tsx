// Which alarm types a test hides.
import { useLingui } from '@lingui/react/macro'
import type { FieldControl } from '../../resource/view.ts'
import { TypesField } from './types-field.tsx'

export function TestTypesField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  const narrow = Boolean(control.values.deviceId ?? control.values.groupId)
  return <TypesField control={control} none={narrow ? t`Every type but SOS` : t`Choose at least one type`} />
}
