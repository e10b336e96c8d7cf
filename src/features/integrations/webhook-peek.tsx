// A webhook in the panel: where and what it tells, a test, and its latest messages.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { webhookTest } from '../../contract/endpoints/webhook.ts'
import type { RowOf } from '../../domain/entity.ts'
import { type webhook, webhookDelivery } from '../../domain/integration/webhook.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { invalidateEntity } from '../../resource/query.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { KindNames } from './kinds-field.tsx'
import { webhookDeliveryView } from './webhook-delivery.view.tsx'
import { problemWords } from './webhook-words.ts'

export function WebhookPeek({ row }: { row: RowOf<typeof webhook> }) {
  const { i18n, t } = useLingui()
  const router = useRouter()
  const all = `/webhookDeliveries?webhookId=${row.id}`
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'address', label: t`Address`, value: <bdi dir="ltr">{row.address}</bdi> },
            { id: 'kinds', label: t`Tells of`, value: <KindNames kinds={row.kinds} /> },
            { id: 'department', label: t`Department`, value: row.departmentName ?? t`The whole tenant` },
            ...(row.failingSince === null
              ? []
              : [
                  {
                    id: 'failing',
                    label: t`Nothing got through since`,
                    value: i18n.date(new Date(row.failingSince), { dateStyle: 'medium', timeStyle: 'short' }),
                  },
                ]),
          ]}
        />
      </PeekSection>
      <WebhookTry row={row} />
      <PeekSection title={<Trans>Latest messages</Trans>}>
        <RelatedList
          view={webhookDeliveryView}
          query={{ webhookId: row.id }}
          none={<Trans>Nothing was sent yet</Trans>}
          all={all}
          onOpen={({ id }) => router.history.push(`${all}&open=${id}`)}
        />
      </PeekSection>
    </>
  )
}

function WebhookTry({ row: { id, state } }: { row: RowOf<typeof webhook> }) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const may = useRights()(webhookTest.access)
  const client = useQueryClient()
  const test = useMutation({
    mutationFn: () => sendRequest(webhookTest, { id }),
    onSettled: () => invalidateEntity(client, webhookDelivery),
  })
  if (!may) return null
  const { data } = test
  return (
    <PeekSection title={<Trans>Try it out</Trans>}>
      <Stack gap={3}>
        {state === 'unissued' && (
          <Text as="p" tone="ink-2">
            <Trans>Make the secret first: messages are signed with it.</Trans>
          </Text>
        )}
        {test.isError && (
          <Text as="p" role="alert" tone="critical">
            {i18n._(wordsForError(test.error))}
          </Text>
        )}
        {data && (
          <Text as="p" role="status" tone={data.delivered ? 'ok' : 'critical'}>
            {data.delivered ? (
              <Trans>
                Delivered: {data.status} after {data.tookMs} ms
              </Trans>
            ) : (
              data.problem && i18n._(problemWords[data.problem])
            )}
            {!data.delivered && data.status !== null && ` (${data.status})`}
          </Text>
        )}
        <Button
          variant="default"
          loading={test.isPending}
          disabled={!online || state === 'unissued' || state === 'paused' || state === 'disabled'}
          onClick={() => test.mutate()}
        >{t`Send a test`}</Button>
      </Stack>
    </PeekSection>
  )
}
