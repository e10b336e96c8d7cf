// Whom the provider lets in here: the login name, who is made, who is taken for whom, and which other ways stay open.
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, Radio, TextInput } from '@mantine/core'
import { factorOf, passwordsOf, unknownPeople } from '../../domain/access/identity-provider.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { Stack } from '../../ui/kit/parts.tsx'
import type { PartProps } from './provider-form.tsx'

const words = {
  unknownPeople: {
    refuse: { label: msg`They are refused`, hint: msg`An administrator adds people first.` },
    make: { label: msg`They are added`, hint: msg`With the role and the department below.` },
  },
  passwords: {
    everybody: { label: msg`Everybody`, hint: msg`The provider is one way in among others.` },
    administrators: {
      label: msg`Administrators only`,
      hint: msg`They keep a way in for when the provider is down.`,
    },
  },
  factor: {
    own: { label: msg`The sign-in rules here`, hint: msg`As after a password.` },
    provider: {
      label: msg`The provider’s word that it asked for one`,
      hint: msg`Where it says nothing of it, the sign-in rules here hold.`,
    },
  },
}

export function PeopleFields({ values, disabled, change, refused }: PartProps) {
  const { t, i18n } = useLingui()
  const literal = {
    dir: 'ltr',
    spellCheck: false,
    autoCapitalize: 'none',
    autoComplete: 'off',
    disabled,
  } as const
  const choices = <Choice extends string>(
    options: readonly Choice[],
    of: Record<Choice, { label: typeof words.factor.own.label; hint: typeof words.factor.own.label }>,
  ) => (
    <Stack gap={2} above={2}>
      {options.map(choice => (
        <Radio
          key={choice}
          value={choice}
          disabled={disabled}
          label={i18n._(of[choice].label)}
          description={i18n._(of[choice].hint)}
        />
      ))}
    </Stack>
  )
  return (
    <>
      <TextInput
        {...literal}
        label={t`Claim with the login name`}
        description={t`Of a mail address, what stands before its domain`}
        maxLength={100}
        value={values.nameClaim}
        onChange={event => change({ nameClaim: event.currentTarget.value })}
        error={refused('nameClaim')}
      />
      <TextInput
        {...literal}
        label={t`Mail domain of your people`}
        description={t`Login names with another domain are refused; empty: with any`}
        maxLength={200}
        value={values.mailDomain}
        onChange={event => change({ mailDomain: event.currentTarget.value })}
        error={refused('mailDomain')}
      />
      <Radio.Group
        label={t`People who are unknown here`}
        value={values.unknownPeople}
        onChange={next => change({ unknownPeople: unknownPeople.options.find(each => each === next) })}
      >
        {choices(unknownPeople.options, words.unknownPeople)}
      </Radio.Group>
      <ReferenceSelect
        label={t`Role of new people`}
        name="roleId"
        entityKey="role"
        value={values.roleId}
        disabled={disabled}
        placeholder={t`None`}
        onChange={next => change({ roleId: typeof next === 'number' ? next : null })}
        error={refused('roleId')}
      />
      <ReferenceSelect
        label={t`Department of new people`}
        name="departmentId"
        entityKey="department"
        value={values.departmentId}
        disabled={disabled}
        placeholder={t`None`}
        onChange={next => change({ departmentId: typeof next === 'number' ? next : null })}
        error={refused('departmentId')}
      />
      <Checkbox
        label={t`Take people who are here already for those of the same login name`}
        description={t`Never those with the highest authorization. Allow it only if login names here and there are the same people’s.`}
        disabled={disabled}
        checked={values.linksExisting}
        onChange={event => change({ linksExisting: event.currentTarget.checked })}
      />
      <Radio.Group
        label={t`Passwords, codes and passkeys of this console still let in`}
        value={values.passwords}
        onChange={next => change({ passwords: passwordsOf.options.find(each => each === next) })}
      >
        {choices(passwordsOf.options, words.passwords)}
      </Radio.Group>
      <Radio.Group
        label={t`The second factor goes by`}
        value={values.factor}
        onChange={next => change({ factor: factorOf.options.find(each => each === next) })}
      >
        {choices(factorOf.options, words.factor)}
      </Radio.Group>
      {values.factor === 'provider' && (
        <TextInput
          {...literal}
          label={t`Class (acr) that stands for two factors`}
          description={t`Asked for at each login; empty: only the method “mfa” counts`}
          maxLength={200}
          value={values.acr}
          onChange={event => change({ acr: event.currentTarget.value })}
          error={refused('acr')}
        />
      )}
    </>
  )
}
