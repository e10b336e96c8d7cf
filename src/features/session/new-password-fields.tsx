// A new password, twice: what a mistyped one would cost is a person who cannot come in.
import { useLingui } from '@lingui/react/macro'
import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { password as passwordSchema } from '../../domain/access/password.ts'
import { PASSWORD_LENGTH } from '../../domain/limits.ts'
import { Icon } from '../../ui/icons.tsx'

/** Both fields: what is in them, and whether it may be sent. */
export function useNewPassword() {
  const [value, setValue] = useState('')
  const [again, setAgain] = useState('')
  const short = !passwordSchema.safeParse(value).success
  return { value, setValue, again, setAgain, short, good: !short && again === value }
}

interface NewPasswordFieldsProps {
  entered: ReturnType<typeof useNewPassword>
  /** Somebody has tried to send it: what is wrong is said. */
  checked: boolean
  /** What the server said of it. */
  refused: string | false | undefined
  className?: string | undefined
  focused?: boolean
}

export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { entered, checked, refused, className, focused = false } = props
  const { t } = useLingui()
  const same = {
    className,
    autoComplete: 'new-password',
    maxLength: PASSWORD_LENGTH.most,
    visibilityToggleButtonProps: { 'aria-label': t`Show the password` },
    visibilityToggleIcon: ({ reveal }: { reveal: boolean }) => <Icon name={reveal ? 'eye-off' : 'eye'} />,
  }
  return (
    <>
      <PasswordInput
        {...same}
        autoFocus={focused}
        label={t`New password`}
        description={t`At least 8 characters`}
        value={entered.value}
        onChange={event => entered.setValue(event.currentTarget.value)}
        error={(checked && entered.short && t`At least 8 characters`) || refused}
      />
      <PasswordInput
        {...same}
        label={t`New password again`}
        value={entered.again}
        onChange={event => entered.setAgain(event.currentTarget.value)}
        error={checked && entered.again !== entered.value && t`The passwords do not match`}
      />
    </>
  )
}
