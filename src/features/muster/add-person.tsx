// Somebody whom a warden has found and who is on no list: a name, and what is said of them; no account is needed.
import { Trans, useLingui } from '@lingui/react/macro'
import { Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AddPersonInput } from '../../domain/muster/muster.ts'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { FourButtons } from './person-row.tsx'

interface AddPersonProps {
  onClose: () => void
  onAdd: (said: Pick<AddPersonInput, 'name' | 'detail' | 'says' | 'means'>) => void
}

export function AddPerson({ onClose, onAdd }: AddPersonProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Trans>Somebody not on the list</Trans>}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap={3}>
        <TextInput
          label={t`Name, or what tells them apart`}
          maxLength={60}
          withAsterisk
          data-autofocus
          error={missing && t`Give a name`}
          value={name}
          onChange={event => {
            setMissing(false)
            setName(event.currentTarget.value)
          }}
        />
        <Text size="small" tone="ink-2">
          <Trans>How are they? The choice adds them to the roll.</Trans>
        </Text>
        <FourButtons
          name={name.trim() || t`Somebody not on the list`}
          onSay={(says, { comment, means }) => {
            if (name.trim() === '') return setMissing(true)
            onAdd({ name: name.trim(), says, means, ...(comment && { detail: comment.slice(0, 120) }) })
          }}
        />
      </Stack>
    </Modal>
  )
}
