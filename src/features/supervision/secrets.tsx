// What is confidential of a person: hidden until somebody gives a reason, which is written down, and hidden again soon.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { lookAtPerson } from '../../contract/endpoints/supervision.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { CallButton } from '../../ui/call-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Inline, Muted, Stack, Text } from '../../ui/kit/parts.tsx'
import type { Person } from './person.ts'

/** A screen that is left alone shows nothing that nobody looks at. */
const SHOWN_MS = 5 * MINUTE_MS

export function Secrets({ person }: { person: Person }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const seen = useMutation({
    mutationFn: () => sendRequest(lookAtPerson, { id: person.id, reason: reason.trim() }),
    onSuccess: () => {
      setAsking(false)
      setReason('')
    },
  })
  const { data, reset } = seen
  useEffect(() => {
    if (!data) return
    const timer = setTimeout(reset, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [data, reset])
  const phone = (number: string | null | undefined) =>
    number && (
      <Inline gap={2}>
        <bdi>{number}</bdi> <CallButton number={number} />
      </Inline>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') seen.mutate()
  }
  return (
    <Stack gap={3}>
      <Facts
        facts={
          data
            ? [
                { id: 'id', label: t`ID number`, value: data.idNumber },
                { id: 'born', label: t`Date of birth`, value: data.birthDate },
                { id: 'native', label: t`Native place`, value: data.nativePlace },
                { id: 'phone', label: t`Phone`, value: phone(data.phone) },
                { id: 'email', label: t`E-mail`, value: data.email },
                {
                  id: 'crime',
                  label: t`Crime type`,
                  value:
                    data.crimeType && (data.crimeType === 'other' ? t`Other` : t`Category ${data.crimeType}`),
                },
                { id: 'ground', label: t`Ground of supervision`, value: data.reason },
                { id: 'guardian', label: t`Guardian’s phone`, value: phone(data.guardianPhone) },
                { id: 'emergency', label: t`Emergency contact`, value: data.emergencyName },
                { id: 'emergencyPhone', label: t`Emergency phone`, value: phone(data.emergencyPhone) },
                { id: 'emergencyAddress', label: t`Emergency address`, value: data.emergencyAddress },
              ]
            : [
                { id: 'id', label: t`ID number`, value: person.maskedIdNumber },
                { id: 'phone', label: t`Phone`, value: person.maskedPhone },
              ]
        }
      />
      {data ? (
        <Button variant="default" onClick={reset}>{t`Hide`}</Button>
      ) : asking ? (
        <form onSubmit={submit} className={look({ stack: true, gap: 2 })}>
          <TextInput
            label={t`Why do you look?`}
            description={t`Your name, the time and this reason are written to the audit log.`}
            value={reason}
            maxLength={200}
            required
            data-autofocus
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            error={seen.isError && i18n._(wordsForError(seen.error))}
          />
          <Button type="submit" loading={seen.isPending} disabled={reason.trim() === ''}>{t`Show`}</Button>
        </form>
      ) : may('monitoredPerson.confidential') ? (
        <Button
          variant="default"
          disabled={!online}
          leftSection={<Icon name="eye" />}
          onClick={() => setAsking(true)}
        >{t`Show what is confidential`}</Button>
      ) : (
        <Muted as="p">
          <Trans>The rest is confidential.</Trans>
        </Muted>
      )}
      {!online && (
        <Text size="small" tone="ink-2">
          <Trans>No connection: what is confidential is not kept on this device.</Trans>
        </Text>
      )}
    </Stack>
  )
}
