// Words of tenants, people, roles and permission resources.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Word } from '../../resource/view.ts'
import type { IconName } from '../../ui/icons.tsx'

export const statusWords = {
  enabled: { label: msg`Enabled`, tone: 'ok' },
  disabled: { label: msg`Disabled`, tone: 'off' },
  deleted: { label: msg`Deleted`, tone: 'off' },
} as const satisfies Record<string, Word>

/** For forms: nobody chooses «deleted». */
export const statusOptions: readonly { value: string; label: MessageDescriptor }[] = [
  { value: 'enabled', label: statusWords.enabled.label },
  { value: 'disabled', label: statusWords.disabled.label },
]

export const scopeWords = {
  tenant: msg`The whole tenant`,
  department: msg`Own department and below`,
} as const

export const resourceTypeWords = {
  directory: msg`Directory`,
  menu: msg`Menu`,
  button: msg`Button`,
} as const

export const resourceTypeIcons: Record<keyof typeof resourceTypeWords, IconName> = {
  directory: 'group',
  menu: 'list',
  button: 'key',
}
