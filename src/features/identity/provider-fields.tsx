// The provider itself: what it is called, where it is, and who this console is to it.
import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordInput, TextInput } from '@mantine/core'
import { PROVIDER_RETURN } from '../../contract/endpoints/identity-provider.ts'
import { FieldCopy } from '../../ui/field-copy.tsx'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import type { PartProps } from './provider-form.tsx'
import type { StoredProvider } from './provider-values.ts'

export function ProviderFields({
  values,
  stored,
  disabled,
  change,
  refused,
}: PartProps & { stored: StoredProvider }) {
  const { t } = useLingui()
  const origin = stored.publicUrl === null ? location.origin : new URL(stored.publicUrl).origin
  const literal = {
    dir: 'ltr',
    spellCheck: false,
    autoCapitalize: 'none',
    autoComplete: 'off',
    disabled,
  } as const
  return (
    <>
      <TextInput
        label={t`Name on the button`}
        description={t`People read “Log in with …”`}
        maxLength={40}
        disabled={disabled}
        value={values.name}
        onChange={event => change({ name: event.currentTarget.value })}
        error={refused('name')}
      />
      <TextInput
        {...literal}
        label={t`Sign-in name of your organisation`}
        description={t`People type it at the login, or open the sign-in address below`}
        maxLength={40}
        value={values.signInName}
        onChange={event => change({ signInName: event.currentTarget.value })}
        error={refused('signInName')}
      />
      <TextInput
        {...literal}
        label={t`Issuer`}
        description={t`As the provider calls itself, such as https://id.example.com/realms/main`}
        maxLength={500}
        inputMode="url"
        value={values.issuer}
        onChange={event => change({ issuer: event.currentTarget.value })}
        error={refused('issuer')}
      />
      <TextInput
        {...literal}
        label={t`Client ID`}
        maxLength={300}
        value={values.clientId}
        onChange={event => change({ clientId: event.currentTarget.value })}
        error={refused('clientId')}
      />
      <PasswordInput
        label={t`Client secret`}
        description={
          stored.hasSecret
            ? t`One is stored and is never shown. Empty: it stays; another issuer or client needs it anew.`
            : t`It is stored sealed and never shown again`
        }
        disabled={disabled}
        autoComplete="new-password"
        maxLength={500}
        value={values.clientSecret}
        onChange={event => change({ clientSecret: event.currentTarget.value })}
        error={refused('clientSecret')}
      />
      <TextInput
        {...literal}
        label={t`Scopes beside openid`}
        maxLength={300}
        value={values.scopes}
        onChange={event => change({ scopes: event.currentTarget.value })}
        error={refused('scopes')}
      />
      <Stack one gap={1}>
        <Text as="p" size="small" tone="ink-2">
          <Trans>Register this redirect address at the provider:</Trans>
        </Text>
        <FieldCopy label={t`Redirect address`} value={`${origin}${PROVIDER_RETURN}`} />
        {values.signInName !== '' && (
          <>
            <Text as="p" size="small" tone="ink-2">
              <Trans>Sign-in address for your people:</Trans>
            </Text>
            <FieldCopy label={t`Sign-in address`} value={`${origin}/#/login?tenant=${values.signInName}`} />
          </>
        )}
      </Stack>
    </>
  )
}
