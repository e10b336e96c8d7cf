// The gateway that a switch hangs on, in the form of a device: offers gateways only.
import { ReferenceSelect } from '../../../resource/reference-select.tsx'
import type { FieldControl } from '../../../resource/view.ts'

export function GatewayField({ value, onChange, error, disabled, label, values }: FieldControl) {
  return (
    <ReferenceSelect
      label={label}
      name="gatewayId"
      entityKey="device"
      within={{ kind: ['gateway'] }}
      value={value}
      known={values.gatewayName}
      error={error}
      disabled={disabled}
      onChange={onChange}
    />
  )
}
