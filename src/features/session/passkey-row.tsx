// One passkey: its name, when it was used, and what is done to it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { type ownPasskeys, PASSKEY_NAME_LENGTH, renamePasskey } from '../../contract/endpoints/passkey.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Age } from '../../ui/age.tsx'
import { Column, Muted, Row } from '../../ui/kit/parts.tsx'

interface PasskeyRowProps {
  passkey: z.output<typeof ownPasskeys.response>[number]
  disabled: boolean
  removing: boolean
  onRenamed(): Promise<void>
  onRemove(): void
}

export function PasskeyRow({ passkey, disabled, removing, onRenamed, onRemove }: PasskeyRowProps) {
  const { t, i18n } = useLingui()
  const { id, usedAt } = passkey
  const [name, setName] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const rename = async () => {
    if (name === undefined) return
    setBusy(true)
    setProblem(undefined)
    try {
      await sendRequest(renamePasskey, { id, name: name.trim() })
      await onRenamed()
      setName(undefined)
    } catch (error) {
      setProblem(i18n._(wordsForError(error)))
    } finally {
      setBusy(false)
    }
  }
  if (name !== undefined)
    return (
      <Row as="li" wrap align="end" gap={2}>
        <TextInput
          autoFocus
          label={t`Name of the passkey`}
          maxLength={PASSKEY_NAME_LENGTH}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          error={problem}
        />
        <Button loading={busy} disabled={name.trim() === ''} onClick={() => void rename()}>
          <Trans>Save</Trans>
        </Button>
        <Button variant="default" disabled={busy} onClick={() => setName(undefined)}>
          <Trans>Cancel</Trans>
        </Button>
      </Row>
    )
  return (
    <Row as="li" wrap justify="between" gap={2} columnGap={3}>
      <Column as="span" shrink>
        <bdi>{passkey.name}</bdi>
        <Muted>
          {usedAt === null ? (
            <Trans>never used</Trans>
          ) : (
            <Trans>
              used <Age at={usedAt} />
            </Trans>
          )}
        </Muted>
      </Column>
      <Row gap={2}>
        <Button variant="default" disabled={disabled} onClick={() => setName(passkey.name)}>
          <Trans>Rename</Trans>
        </Button>
        <Button variant="default" loading={removing} disabled={disabled} onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      </Row>
    </Row>
  )
}
