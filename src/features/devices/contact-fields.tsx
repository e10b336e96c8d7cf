// The people a device may call: up to five.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { CONTACT_LENGTH, PHONE_DIGITS } from '../../domain/limits.ts'
import { limitedNumber } from '../../domain/text-input.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { FieldGroup, Stack, Text } from '../../ui/kit/parts.tsx'
import type { Contact } from './settings-values.ts'

/** As the settings' schema allows. */
const MOST = 5

interface ContactFieldsProps {
  contacts: readonly Contact[]
  problemAt: (path: string) => string | undefined
  onChange: (contacts: Contact[]) => void
}

export function ContactFields({ contacts, problemAt, onChange }: ContactFieldsProps) {
  const { t } = useLingui()
  const set = (at: number, changes: Partial<Contact>) =>
    onChange(contacts.map((contact, index) => (index === at ? { ...contact, ...changes } : contact)))
  return (
    <Stack items="start" gap={2}>
      <Text medium>
        <Trans>Contacts</Trans>
      </Text>
      {contacts.map((contact, at) => (
        <FieldGroup
          // biome-ignore lint/suspicious/noArrayIndexKey: a contact has no identity but its place
          key={at}
          cols="1fr 1fr 1fr auto"
          stack
          align="end"
          gap={2}
          wide
          evenOnPhone
          aria-label={t`Contact ${at + 1}`}
        >
          <TextInput
            label={t`Name`}
            value={contact.name}
            maxLength={CONTACT_LENGTH.name}
            error={problemAt(`contacts.${at}.name`)}
            onChange={event => set(at, { name: event.currentTarget.value })}
          />
          <TextInput
            label={t`Phone`}
            type="tel"
            dir="ltr"
            value={contact.phone}
            error={problemAt(`contacts.${at}.phone`)}
            onChange={event => set(at, { phone: limitedNumber(event.currentTarget.value, PHONE_DIGITS) })}
          />
          <TextInput
            label={t`Relationship`}
            value={contact.relationship}
            maxLength={CONTACT_LENGTH.relationship}
            error={problemAt(`contacts.${at}.relationship`)}
            onChange={event => set(at, { relationship: event.currentTarget.value })}
          />
          <IconButton
            icon="trash"
            label={t`Remove contact ${at + 1}`}
            onClick={() => onChange(contacts.filter((_, index) => index !== at))}
          />
        </FieldGroup>
      ))}
      {contacts.length < MOST && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => onChange([...contacts, { name: '', phone: '', relationship: '' }])}
        >
          {t`Add a contact`}
        </Button>
      )}
    </Stack>
  )
}
