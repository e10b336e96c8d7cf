// The rules ask for a second factor and there is none: it is set up before anything else, and its codes are kept.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { passkeysWork } from '../../platform/passkey.ts'
import { look } from '../../ui/kit/look.ts'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { agentName } from './agent-name.ts'
import { EnrolAppForm } from './enrol-app-form.tsx'
import { FailureLine } from './failure-line.tsx'
import { type FormFailure, failureOf } from './field-error.ts'
import { type Asked, type Entrance, enrolByPasskey } from './log-in.ts'
import css from './login-page.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { WayProps } from './way-props.ts'

interface EnrolStepProps extends Pick<WayProps, 'language' | 'onEnter'> {
  asked: Asked
  onBack(): void
}

export default function EnrolStep({ asked, language, onEnter, onBack }: EnrolStepProps) {
  const { t } = useLingui()
  // Where there is nothing to choose, nobody is asked.
  const chooses = passkeysWork()
  const [app, setApp] = useState(!chooses)
  const [done, setDone] = useState<{ codes: string[]; entrance: Entrance }>()
  const [failure, setFailure] = useState<FormFailure<never>>()
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(failureOf(error, []))
    } finally {
      setBusy(false)
    }
  }
  const byPasskey = () =>
    attempt(async () =>
      setDone(await enrolByPasskey(asked, agentName(navigator.userAgent) ?? t`Passkey`, language)),
    )
  if (done)
    return (
      <Stack gap={4}>
        <RecoveryCodes
          codes={done.codes}
          busy={busy}
          onKept={() => void attempt(() => onEnter(done.entrance))}
        />
        <FailureLine failure={failure} />
      </Stack>
    )
  const wide = { className: look({ size: 'section' }, css.submit), fullWidth: true }
  return (
    <Stack gap={4}>
      <Text as="p" padX={3} padY={2} ground="info-soft" round="control" tone="ink" role="status">
        <Trans>Your organisation asks for a second factor. Set it up now; it takes a minute.</Trans>
      </Text>
      {app ? (
        <EnrolAppForm
          asked={asked}
          language={language}
          onDone={setDone}
          onBack={chooses ? () => setApp(false) : onBack}
        />
      ) : (
        <>
          <Text as="p" tone="ink-2">
            <Trans>
              A passkey lets you in by fingerprint, face or PIN of this device, without a password and a code.
            </Trans>
          </Text>
          <Button {...wide} loading={busy} onClick={() => void byPasskey()}>
            <Trans>Add a passkey</Trans>
          </Button>
          <Text as="p" tone="ink-2">
            <Trans>
              An authenticator app shows a code on your phone. Choose it on a computer that others use too.
            </Trans>
          </Text>
          <Button {...wide} variant="default" disabled={busy} onClick={() => setApp(true)}>
            <Trans>Set up an authenticator app</Trans>
          </Button>
          <FailureLine failure={failure} />
          <Button {...wide} variant="default" disabled={busy} onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
        </>
      )}
    </Stack>
  )
}
