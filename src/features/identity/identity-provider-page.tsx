// The identity provider of the own tenant: where its people log in, what they get here, and who keeps another way in.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getProvider } from '../../contract/endpoints/identity-provider.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { Card, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { ProviderForm } from './provider-form.tsx'

const options = {
  queryKey: ['tenant', 'identityProvider'],
  queryFn: ({ signal }: { signal: AbortSignal }) => sendRequest(getProvider, {}, { signal }),
}

export function IdentityProviderPage() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const may = useRights()(getProvider.access)
  const client = useQueryClient()
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...options, enabled: may })
  const renew = () => client.invalidateQueries({ queryKey: options.queryKey })
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Identity provider' })}>
        {!online && data && <StaleBadge at={dataUpdatedAt} />}
      </PageHead>
      {!may && <Forbidden />}
      {may && !data && error && (
        <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
      )}
      {may && !data && !error && <Loading variant="detail" count={6} />}
      {data && (
        <Stack one gap={3} maw={720}>
          {/* The key makes the form begin anew with settings that somebody has saved meanwhile. */}
          <ProviderForm
            key={data.version}
            stored={data}
            disabled={!online}
            onSaved={async () => {
              showToast({ kind: 'ok', message: msg`Saved` })
              await renew()
            }}
            onOvertaken={renew}
          />
          <Card as="section" stack gap={2} tone="ink-2" size="small">
            <People count={data.people} />
            <Text as="p">
              {data.updatedAt === null ? (
                <Trans>Nobody has set up a provider yet.</Trans>
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

function People({ count }: { count: number }) {
  const { i18n } = useLingui()
  const people = i18n.number(count)
  return (
    <Text as="p">
      <Trans>People who have logged in by it: {people}</Trans>
    </Text>
  )
}
