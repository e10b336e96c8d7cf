// Which tenant a new user belongs to: a choice that only the platform has.
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { useSession } from '../../resource/surroundings.ts'
import type { FieldControl } from '../../resource/view.ts'

export function TenantField({ label, value, error, disabled, onChange }: FieldControl) {
  const session = useSession()
  if (!session?.user.highest || session.user.scenario !== 'platform') return null
  return (
    <ReferenceSelect
      label={label}
      name="tenantId"
      entityKey="tenant"
      value={value}
      known={undefined}
      error={error}
      disabled={disabled}
      onChange={next => onChange(next ?? undefined)}
    />
  )
}
