// Sends a test over every channel of a person and says of each what became of it.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { testChannels } from '../../contract/endpoints/push.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Inline, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'

type Result = z.output<typeof testChannels.response>['results'][number]

/** The receipt of what was shown comes a moment after the sending. */
const RECEIPT_MS = 3_000

const failures: Record<NonNullable<Result['failure']>, ReturnType<typeof msg>> = {
  noService: msg`The server cannot reach the push service of this browser`,
  gone: msg`This browser is no longer subscribed; it was removed`,
  refused: msg`The push service refused the message`,
  notConnected: msg`Not connected now`,
}

/** `userId` names another person, `name` them in the button's label; without both it is the own test. */
export function ChannelTest({ userId, name }: { userId?: number; name?: string }) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const client = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => sendRequest(testChannels, userId === undefined ? {} : { userId }),
    onSuccess: () => {
      const refresh = () => void client.invalidateQueries({ queryKey: ['push'] })
      refresh()
      setTimeout(refresh, RECEIPT_MS)
    },
  })
  return (
    <Stack items="start" gap={2}>
      <Button
        variant="default"
        loading={isPending}
        disabled={!online}
        leftSection={<Icon name="ringing" size={16} />}
        aria-label={name === undefined ? undefined : t`Send a test to ${name}`}
        onClick={() => mutate()}
      >
        <Trans>Send a test</Trans>
      </Button>
      <Stack role="status" gap={2} goneWhenEmpty>
        {error && (
          <Text as="p" tone="critical">
            {i18n._(wordsForError(error))}
          </Text>
        )}
        {data?.results.map((result, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: results of one test have no identity
          <Row as="p" key={at} wrap gap={1} columnGap={2}>
            <ChannelName channel={result.channel} label={result.label} />
            <SeverityBadge tone={result.sent ? 'ok' : 'warning'}>
              {result.failure ? (
                i18n._(failures[result.failure])
              ) : result.channel === 'console' ? (
                <Trans>Connected now</Trans>
              ) : (
                <Trans>Sent</Trans>
              )}
            </SeverityBadge>
          </Row>
        ))}
      </Stack>
    </Stack>
  )
}

/** What a channel is called: the open console, or the browser that is told while it is closed. */
export function ChannelName({ channel, label }: { channel: 'console' | 'push'; label: string }) {
  return (
    <Inline gap={2} tone="ink-2" miw={150}>
      <Icon name={channel === 'console' ? 'home' : 'ringing'} size={16} />
      {channel === 'console' ? (
        <Trans>An open console</Trans>
      ) : label ? (
        <bdi>{label}</bdi>
      ) : (
        <Trans>Push</Trans>
      )}
    </Inline>
  )
}
