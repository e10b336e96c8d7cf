// A code of the second factor: six digits from the app, or a recovery code when the app is lost.
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { type RefObject, useState } from 'react'
import { readFactorCode } from '../../domain/access/second-factor.ts'

export type CodeKind = 'app' | 'recovery'

/** What was typed, and whether it may be sent. */
export function useFactorCode(first: CodeKind = 'app') {
  const [kind, setKind] = useState(first)
  const [value, setValue] = useState('')
  return {
    kind,
    value,
    setValue,
    good: readFactorCode(value)?.kind === kind,
    change: (next: CodeKind) => {
      setKind(next)
      setValue('')
    },
  }
}

interface CodeFieldProps {
  entered: Pick<ReturnType<typeof useFactorCode>, 'kind' | 'value' | 'setValue' | 'good'>
  /** Somebody has tried to send it: what is wrong is said. */
  checked: boolean
  /** What the server said of it. */
  refused: string | false | undefined
  className?: string | undefined
  field?: RefObject<HTMLInputElement | null>
  focused?: boolean
}

export function CodeField({ entered, checked, refused, className, field, focused = false }: CodeFieldProps) {
  const { t } = useLingui()
  const app = entered.kind === 'app'
  const wrong = app
    ? t`Enter the six digits that the app shows`
    : t`A recovery code has 16 letters and digits`
  return (
    <TextInput
      key={entered.kind}
      ref={field}
      className={className}
      label={app ? t`Code from the app` : t`Recovery code`}
      name="code"
      autoFocus={focused}
      autoComplete={app ? 'one-time-code' : 'off'}
      inputMode={app ? 'numeric' : 'text'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={app ? 10 : 24}
      dir="ltr"
      value={entered.value}
      onChange={event => entered.setValue(event.currentTarget.value)}
      error={(checked && !entered.good && wrong) || refused}
    />
  )
}
