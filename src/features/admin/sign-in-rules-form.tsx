// The rules as a form: what it asks of people now is said before it is saved.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NumberInput, Radio } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { type getSignInRules, saveSignInRules } from '../../contract/endpoints/sign-in-rules.ts'
import {
  type FactorRule,
  factorRule,
  IDLE_MINUTES,
  LEAST_PASSWORD,
  SESSION_HOURS,
} from '../../domain/access/sign-in-rules.ts'
import { sendRequest } from '../../platform/http.ts'
import { RequestError } from '../../platform/request-error.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Card, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'

type Rules = z.output<typeof getSignInRules.response>
type Field = 'secondFactor' | 'leastPassword' | 'idleMinutes' | 'sessionHours'

interface SignInRulesFormProps {
  rules: Rules
  disabled: boolean
  onSaved(): Promise<void>
  /** Somebody else has saved meanwhile. */
  onOvertaken(): Promise<void>
}

const factorWords = {
  nobody: { label: msg`Nobody`, hint: msg`Whoever wants one may still set it up.` },
  administrators: {
    label: msg`Administrators`,
    hint: msg`Whoever may let people in, or say what they may do.`,
  },
  everybody: { label: msg`Everybody`, hint: msg`Visitors excepted, who only look.` },
} satisfies Record<FactorRule, object>

/** A field that was emptied is no limit of its own. */
const numberOf = (value: string | number): number | null => (value === '' ? null : Number(value))

export function SignInRulesForm({ rules, disabled, onSaved, onOvertaken }: SignInRulesFormProps) {
  const { t, i18n } = useLingui()
  const { installation, version } = rules
  const [secondFactor, setFactor] = useState(rules.secondFactor)
  const [leastPassword, setLeast] = useState<number | null>(rules.leastPassword)
  const [idleMinutes, setIdle] = useState(rules.idleMinutes)
  const [sessionHours, setHours] = useState(rules.sessionHours)
  const [failure, setFailure] = useState<{ field: string | undefined; words: string }>()
  const [busy, setBusy] = useState(false)
  const changed =
    secondFactor !== rules.secondFactor ||
    leastPassword !== rules.leastPassword ||
    idleMinutes !== rules.idleMinutes ||
    sessionHours !== rules.sessionHours
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    if (leastPassword === null) return setFailure({ field: 'leastPassword', words: t`Must not be empty` })
    setBusy(true)
    try {
      await sendRequest(saveSignInRules, { version, secondFactor, leastPassword, idleMinutes, sessionHours })
      await onSaved()
    } catch (error) {
      const field = error instanceof RequestError ? error.field : undefined
      setFailure({ field, words: i18n._(wordsForError(error)) })
      if (error instanceof RequestError && error.id === 'row.changed') await onOvertaken()
    } finally {
      setBusy(false)
    }
  }
  const fields: readonly Field[] = ['secondFactor', 'leastPassword', 'idleMinutes', 'sessionHours']
  const refused = (field: Field) => failure?.field === field && failure.words
  const elsewhere = failure && !fields.some(field => field === failure.field) && failure.words
  const sessionMost = {
    idle: Math.min(IDLE_MINUTES.most, installation.idleMinutes),
    hours: Math.min(SESSION_HOURS.most, installation.sessionHours),
  }
  const idleMost = i18n.number(sessionMost.idle)
  const hoursMost = i18n.number(sessionMost.hours)
  const whole = { allowDecimal: false, clampBehavior: 'none' as const, disabled }
  return (
    <Card as="section" aria-labelledby="sign-in-rules">
      <form onSubmit={event => void save(event)} noValidate>
        <Stack gap={3}>
          <SectionTitle id="sign-in-rules">
            <Trans>How people sign in</Trans>
          </SectionTitle>
          <Radio.Group
            label={t`A second factor is needed by`}
            value={secondFactor}
            onChange={next => setFactor(factorRule.options.find(rule => rule === next) ?? secondFactor)}
            error={refused('secondFactor')}
          >
            <Stack gap={2} above={2}>
              {factorRule.options.map(rule => (
                <Radio
                  key={rule}
                  value={rule}
                  disabled={disabled}
                  label={i18n._(factorWords[rule].label)}
                  description={i18n._(factorWords[rule].hint)}
                />
              ))}
            </Stack>
          </Radio.Group>
          {secondFactor !== 'nobody' && secondFactor !== rules.secondFactor && (
            <Text as="p" padX={3} padY={2} ground="info-soft" round="control" tone="ink" role="status">
              <Trans>
                Those who have none are logged out when you save, and set one up when they log in again.
              </Trans>
            </Text>
          )}
          <NumberInput
            label={t`Shortest password`}
            description={t`Holds from the next change of a password on`}
            suffix={` ${t({ context: 'unit', message: 'characters' })}`}
            min={LEAST_PASSWORD.least}
            max={LEAST_PASSWORD.most}
            {...whole}
            value={leastPassword ?? ''}
            onChange={value => setLeast(numberOf(value))}
            error={refused('leastPassword')}
          />
          <NumberInput
            label={t`A session ends without a call after`}
            description={t`At most ${idleMost} min; empty: as long as that`}
            suffix={` ${t({ context: 'unit', message: 'min' })}`}
            min={IDLE_MINUTES.least}
            max={sessionMost.idle}
            {...whole}
            value={idleMinutes ?? ''}
            onChange={value => setIdle(numberOf(value))}
            error={refused('idleMinutes')}
          />
          <NumberInput
            label={t`A session ends in any case after`}
            description={t`At most ${hoursMost} h; empty: as long as that`}
            suffix={` ${t({ context: 'unit', message: 'h' })}`}
            min={SESSION_HOURS.least}
            max={sessionMost.hours}
            {...whole}
            value={sessionHours ?? ''}
            onChange={value => setHours(numberOf(value))}
            error={refused('sessionHours')}
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
          <Button type="submit" loading={busy} disabled={disabled || !changed}>
            <Trans>Save</Trans>
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
