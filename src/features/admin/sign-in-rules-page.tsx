// The sign-in rules of the own tenant: who needs a second factor, how long passwords are, how long sessions live.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getSignInRules } from '../../contract/endpoints/sign-in-rules.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { Card, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { SignInRulesForm } from './sign-in-rules-form.tsx'

const options = {
  queryKey: ['tenant', 'signInRules'],
  queryFn: ({ signal }: { signal: AbortSignal }) => sendRequest(getSignInRules, {}, { signal }),
}

export function SignInRulesPage() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const may = useRights()(getSignInRules.access)
  const client = useQueryClient()
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...options, enabled: may })
  const renew = () => client.invalidateQueries({ queryKey: options.queryKey })
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Sign-in rules' })}>
        {!online && data && <StaleBadge at={dataUpdatedAt} />}
      </PageHead>
      {!may && <Forbidden />}
      {may && !data && error && (
        <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
      )}
      {may && !data && !error && <Loading variant="detail" count={4} />}
      {data && (
        <Stack gap={3} maw={640}>
          {/* The key makes the form begin anew with rules that somebody has saved meanwhile. */}
          <SignInRulesForm
            key={data.version}
            rules={data}
            disabled={!online}
            onSaved={async () => {
              showToast({ kind: 'ok', message: msg`Saved` })
              await renew()
            }}
            onOvertaken={renew}
          />
          <Card as="section" stack gap={2} tone="ink-2" size="small">
            <Counts withFactor={data.withFactor} people={data.people} />
            <Text as="p">
              {data.updatedAt === null ? (
                <Trans>Nobody has changed these rules yet.</Trans>
              ) : (
                <Trans>
                  Last changed by <bdi>{data.updatedBy ?? ''}</bdi>, <Age at={data.updatedAt} />
                </Trans>
              )}
            </Text>
          </Card>
        </Stack>
      )}
    </PageFrame>
  )
}

function Counts(counted: { withFactor: number; people: number }) {
  const { i18n } = useLingui()
  const withFactor = i18n.number(counted.withFactor)
  const people = i18n.number(counted.people)
  return (
    <Text as="p">
      <Trans>
        Accounts with a second factor: {withFactor} of {people}
      </Trans>
    </Text>
  )
}
