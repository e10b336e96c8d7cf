// Roles or a department for a person, offered from that person's tenant: the platform sees those of all tenants.
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { useSession } from '../../resource/surroundings.ts'
import type { FieldControl } from '../../resource/view.ts'

interface OwnTenantFieldProps extends FieldControl {
  name: string
  entityKey: string
  many?: boolean
}

export function OwnTenantField({ values, name, entityKey, many, error, ...control }: OwnTenantFieldProps) {
  const session = useSession()
  const tenantId = values.tenantId ?? session?.user.tenantId
  return (
    <ReferenceSelect
      {...control}
      name={name}
      entityKey={entityKey}
      {...(many && { many })}
      {...(tenantId !== undefined && { within: { tenantId } })}
      error={error}
    />
  )
}
