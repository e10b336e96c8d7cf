// The device that is on test; one that the address brought along shows its name before anything is searched.
import { useQuery } from '@tanstack/react-query'
import { device } from '../../domain/device/device.ts'
import { rowOptions } from '../../resource/query.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import type { FieldControl } from '../../resource/view.ts'

export function TestDeviceField({ value, onChange, error, disabled, label }: FieldControl) {
  const id = typeof value === 'number' ? value : undefined
  const { data } = useQuery({ ...rowOptions(device, id ?? 0), enabled: id !== undefined })
  return (
    <ReferenceSelect
      key={data && data.id === id ? data.id : 'any'}
      label={label}
      name="deviceId"
      entityKey={device.key}
      value={id}
      known={data?.name}
      error={error}
      disabled={disabled}
      onChange={onChange}
    />
  )
}
