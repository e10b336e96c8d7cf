// The settings of a provider as a form: the provider, its people here, and the ways in beside it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { saveProvider } from '../../contract/endpoints/identity-provider.ts'
import { sendRequest } from '../../platform/http.ts'
import { RequestError } from '../../platform/request-error.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Card, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { GroupRoles } from './group-roles.tsx'
import { PeopleFields } from './people-fields.tsx'
import { ProviderFields } from './provider-fields.tsx'
import { type ProviderValues, requestOf, type StoredProvider, valuesOf } from './provider-values.ts'
import { TryPanel } from './try-panel.tsx'

interface ProviderFormProps {
  stored: StoredProvider
  disabled: boolean
  onSaved(): Promise<void>
  /** Somebody else has saved meanwhile. */
  onOvertaken(): Promise<void>
}

/** What each part of the form is given. */
export interface PartProps {
  values: ProviderValues
  disabled: boolean
  change(next: Partial<ProviderValues>): void
  refused(field: string): string | undefined
}

/** Fields that have a place of their own; what is refused elsewhere stands above the button. */
const placed = new Set([
  ...['name', 'signInName', 'issuer', 'clientId', 'clientSecret', 'scopes', 'nameClaim', 'mailDomain'],
  ...['roleId', 'departmentId', 'acr', 'groupsClaim'],
])

export function ProviderForm({ stored, disabled, onSaved, onOvertaken }: ProviderFormProps) {
  const { i18n, t } = useLingui()
  const [values, setValues] = useState(() => valuesOf(stored))
  const [failure, setFailure] = useState<{ field: string | undefined; words: string }>()
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    setBusy(true)
    try {
      await sendRequest(saveProvider, requestOf(values, stored.version))
      await onSaved()
    } catch (error) {
      const field = error instanceof RequestError ? error.field : undefined
      setFailure({ field, words: i18n._(wordsForError(error)) })
      if (error instanceof RequestError && error.id === 'row.changed') await onOvertaken()
    } finally {
      setBusy(false)
    }
  }
  const part: PartProps = {
    values,
    disabled,
    change: next => setValues(before => ({ ...before, ...next })),
    refused: field => (failure?.field === field ? failure.words : undefined),
  }
  const elsewhere = failure && !placed.has(failure.field ?? '') && failure.words
  return (
    <form onSubmit={event => void save(event)} noValidate>
      <Stack one gap={3}>
        <Card as="section" stack one gap={3} aria-labelledby="provider-itself">
          <SectionTitle id="provider-itself">
            <Trans>The provider</Trans>
          </SectionTitle>
          <ProviderFields {...part} stored={stored} />
          <TryPanel values={values} stored={stored} disabled={disabled} />
        </Card>
        <Card as="section" stack one gap={3} aria-labelledby="provider-people">
          <SectionTitle id="provider-people">
            <Trans>Its people here</Trans>
          </SectionTitle>
          <PeopleFields {...part} />
          <GroupRoles {...part} />
        </Card>
        <Card as="section" stack one gap={3}>
          <Switch
            label={t`People log in by this provider`}
            description={t`Turned off, its button is gone and passwords count again`}
            disabled={disabled}
            checked={values.enabled}
            onChange={event => part.change({ enabled: event.currentTarget.checked })}
          />
          {elsewhere && (
            <Text
              as="p"
              padX={3}
              padY={2}
              ground="critical-soft"
              round="control"
              tone="critical"
              role="alert"
            >
              {elsewhere}
            </Text>
          )}
          <Row>
            <Button type="submit" loading={busy} disabled={disabled}>
              <Trans>Save</Trans>
            </Button>
          </Row>
        </Card>
      </Stack>
    </form>
  )
}
