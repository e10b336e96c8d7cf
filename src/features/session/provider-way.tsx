// The way in by an organisation's own sign-in service: its button where the organisation is known, else a field for its name.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { signInName } from '../../domain/access/identity-provider.ts'
import { look } from '../../ui/kit/look.ts'
import { Stack } from '../../ui/kit/parts.tsx'
import { FailureLine } from './failure-line.tsx'
import { type FormFailure, failureOf } from './field-error.ts'
import css from './login-page.module.css'
import { forgetSignInName, goToProvider, lastSignInName, offerOf } from './provider-login.ts'

interface ProviderWayProps {
  /** Named by the address of the page. */
  tenant?: string | undefined
  /** What kept somebody out who came back from the sign-in service. */
  failed?: unknown
}

const fields = ['tenant'] as const

export function ProviderWay({ tenant: named, failed }: ProviderWayProps) {
  const { t, i18n } = useLingui()
  const [tenant, setTenant] = useState(named ?? lastSignInName())
  const [offer, setOffer] = useState<{ name: string } | null>()
  const [typing, setTyping] = useState(false)
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<FormFailure<'tenant'> | undefined>(
    failed === undefined ? undefined : failureOf(failed, fields),
  )
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (tenant === undefined || !signInName.safeParse(tenant).success) return
    const waiting = new AbortController()
    offerOf(tenant, waiting.signal).then(setOffer, () => {
      // Without an offer the other ways stay.
    })
    return () => waiting.abort()
  }, [tenant])

  const go = async (to: string) => {
    setBusy(true)
    setFailure(undefined)
    try {
      // The button stays busy: the page is about to leave.
      await goToProvider(to)
    } catch (error) {
      setFailure(failureOf(error, fields))
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = typed.trim().toLowerCase()
    if (!signInName.safeParse(name).success)
      return setFailure({ field: 'tenant', words: msg`Small letters, digits and dashes; at most 40` })
    return go(name)
  }
  const other = () => {
    forgetSignInName()
    setTenant(undefined)
    setOffer(undefined)
    setFailure(undefined)
    setTyping(true)
  }
  const wide = {
    variant: 'default',
    fullWidth: true,
    className: look({ size: 'section' }, css.submit),
  } as const

  return (
    <Stack gap={3} above={4}>
      <FailureLine failure={failure} />
      {offer && tenant !== undefined && (
        <>
          <Button {...wide} loading={busy} onClick={() => void go(tenant)}>
            {/* Of one piece: the button lays its parts out beside each other, without the space between. */}
            <span>
              <Trans>
                Log in with <bdi>{offer.name}</bdi>
              </Trans>
            </span>
          </Button>
          <Button variant="subtle" size="compact-sm" disabled={busy} onClick={other}>
            <Trans>Another organisation</Trans>
          </Button>
        </>
      )}
      {!offer && !typing && (
        <Button {...wide} onClick={() => setTyping(true)}>
          <Trans>Use your organisation’s sign-in</Trans>
        </Button>
      )}
      {!offer && typing && (
        <form className={look({ stack: true, gap: 3 })} onSubmit={event => void submit(event)} noValidate>
          <TextInput
            className={css.field}
            label={t`Sign-in name of your organisation`}
            description={t`Your administrator tells you; it is no secret`}
            name="organisation"
            autoComplete="organization"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            dir="ltr"
            data-autofocus
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            error={failure?.field === 'tenant' && i18n._(failure.words)}
          />
          <Button {...wide} type="submit" loading={busy}>
            <Trans>Continue</Trans>
          </Button>
        </form>
      )}
    </Stack>
  )
}
