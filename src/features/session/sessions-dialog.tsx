// Where the person is logged in; one of them or all others are ended with the password.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal, PasswordInput, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endOwnSessions, ownSessions } from '../../contract/endpoints/session.ts'
import { PASSWORD_LENGTH } from '../../domain/limits.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Age } from '../../ui/age.tsx'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { Column, List, Muted, Row, Text } from '../../ui/kit/parts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { agentName } from './agent-name.ts'
import { type FormFailure, failureOf } from './field-error.ts'

const options = {
  queryKey: ['session', 'own'],
  queryFn: ({ signal }: { signal: AbortSignal }) => sendRequest(ownSessions, {}, { signal }),
  meta: { offline: 'none' },
}

export default function SessionsDialog({ onClose }: { username: string; onClose: () => void }) {
  useFocusBack()
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const list = useQuery(options)
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<FormFailure<'password'>>()
  const [ending, setEnding] = useState<string>()
  const others = list.data?.filter(({ current }) => !current) ?? []
  const end = async (session?: string) => {
    setFailure(undefined)
    if (password === '') return setFailure({ field: 'password', words: msg`Password must not be empty` })
    setEnding(session ?? 'others')
    try {
      await sendRequest(endOwnSessions, { password, ...(session !== undefined && { session }) })
      showToast({ kind: 'ok', message: msg`Logged out there` })
      await client.invalidateQueries(options)
    } catch (error) {
      setFailure(failureOf(error, ['password'] as const))
    } finally {
      setEnding(undefined)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Trans>Where you are logged in</Trans>}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack>
        {list.isError && !list.data && (
          <ErrorState what={i18n._(wordsForError(list.error))} onRetry={() => void list.refetch()} />
        )}
        {list.isPending && <Loading variant="list" count={2} />}
        <List column gap={3}>
          {list.data?.map(({ session, current, seenAt, address, agent }) => (
            <Row as="li" key={session} wrap justify="between" gap={2} columnGap={3}>
              <Column as="span" shrink>
                <bdi>{agentName(agent) ?? t`Unknown device`}</bdi>
                <Muted>
                  {current ? <Trans>This device</Trans> : <Age at={seenAt} />}
                  {address && (
                    <>
                      {' · '}
                      <bdi dir="ltr">{address}</bdi>
                    </>
                  )}
                </Muted>
              </Column>
              {!current && (
                <Button
                  variant="default"
                  loading={ending === session}
                  disabled={ending !== undefined}
                  onClick={() => void end(session)}
                >
                  <Trans>Log out there</Trans>
                </Button>
              )}
            </Row>
          ))}
        </List>
        {others.length > 0 && (
          <>
            <PasswordInput
              label={t`Your own password`}
              autoComplete="current-password"
              maxLength={PASSWORD_LENGTH.most}
              visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
              value={password}
              onChange={event => setPassword(event.currentTarget.value)}
              error={failure?.field === 'password' && i18n._(failure.words)}
            />
            {failure && !failure.field && (
              <Text
                as="p"
                padX={3}
                padY={2}
                ground="critical-soft"
                round="control"
                tone="critical"
                role="alert"
              >
                {i18n._(failure.words)}
              </Text>
            )}
            <Button loading={ending === 'others'} disabled={ending !== undefined} onClick={() => void end()}>
              <Trans>Log out everywhere else</Trans>
            </Button>
          </>
        )}
      </Stack>
    </Modal>
  )
}
