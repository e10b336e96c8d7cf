// The kinds of events of a webhook.
import { useLingui } from '@lingui/react/macro'
import { MultiSelect } from '@mantine/core'
import { type WebhookKind, webhookKinds } from '../../domain/integration/webhook.ts'
import type { FieldControl } from '../../resource/view.ts'
import { kindWords } from './webhook-words.ts'

export function KindsField({ control }: { control: FieldControl }) {
  const { i18n } = useLingui()
  const { label, error, disabled, onChange } = control
  const chosen = Array.isArray(control.value) ? control.value : []
  return (
    <MultiSelect
      label={label}
      name="kinds"
      value={webhookKinds.filter(kind => chosen.includes(kind))}
      onChange={onChange}
      data={webhookKinds.map(kind => ({ value: kind, label: i18n._(kindWords[kind]) }))}
      error={error}
      disabled={disabled}
      searchable
      hidePickedOptions
    />
  )
}

export function KindNames({ kinds }: { kinds: readonly WebhookKind[] }) {
  const { i18n } = useLingui()
  return kinds.map(kind => i18n._(kindWords[kind])).join(' · ')
}
