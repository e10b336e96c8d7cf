// Login as a visitor: no account, reading only.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { look } from '../../ui/kit/look.ts'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { type FormFailure, failureOf } from './field-error.ts'
import { logInAsVisitor } from './log-in.ts'
import css from './login-page.module.css'
import type { WayProps } from './way-props.ts'

export function VisitorForm({ language, onEnter }: WayProps) {
  const { i18n } = useLingui()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FormFailure<never>>()
  const enter = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await onEnter(await logInAsVisitor(language))
    } catch (error) {
      setFailure(failureOf<never>(error, []))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap={4}>
      <p>
        <Trans>
          Visitors look around without an account. They can read what is meant for them and change nothing.
        </Trans>
      </p>
      {failure && (
        <Text as="p" padX={3} padY={2} ground="critical-soft" round="control" tone="critical" role="alert">
          {i18n._(failure.words)}
        </Text>
      )}
      <Button
        className={look({ size: 'section' }, css.submit)}
        loading={busy}
        onClick={() => void enter()}
        fullWidth
      >
        <Trans>Enter as a visitor</Trans>
      </Button>
    </Stack>
  )
}
