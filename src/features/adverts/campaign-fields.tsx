// Fields of the form of a campaign: an advertisement that has passed, door units one by one.
import { useLingui } from '@lingui/react/macro'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import type { FieldControl } from '../../resource/view.ts'

const CLEARED = { state: ['passed', 'delivered'], sort: 'name' }
const DOORS = { kind: ['doorUnit'], sort: 'name' }

const shared = ({ value, onChange, error, disabled, label }: FieldControl) => ({
  ...{ value, onChange, error, disabled, label },
})

export function ClearedField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  return (
    <ReferenceSelect
      {...shared(control)}
      name="advertisementId"
      entityKey="advertisement"
      within={CLEARED}
      known={control.values.advertisementName}
      description={t`Only those that passed the review`}
      withAsterisk
      clearable={false}
    />
  )
}

export function DoorsField({ control }: { control: FieldControl }) {
  return (
    <ReferenceSelect
      {...shared(control)}
      name="deviceIds"
      entityKey="device"
      within={DOORS}
      known={control.values.deviceNames}
      many
      withAsterisk
    />
  )
}
