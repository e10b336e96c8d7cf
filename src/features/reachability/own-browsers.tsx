// The browsers that the person has subscribed, with when each was last proven, and the way to take one off.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unsubscribePush } from '../../contract/endpoints/push.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { Loading } from '../../ui/states.tsx'
import { Proof } from './proof.tsx'
import css from './reachability.module.css'
import { ownBrowsersOptions } from './reachability-query.ts'

/** `own`: the fingerprint of this browser's subscription. */
export function OwnBrowsers({ own }: { own: string | undefined }) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(ownBrowsersOptions())
  const [removing, setRemoving] = useState<number>()
  const remove = async (id: number) => {
    setRemoving(id)
    try {
      await sendRequest(unsubscribePush, { id })
      await client.invalidateQueries({ queryKey: ['push'] })
    } catch (failure) {
      showFailure(failure)
    } finally {
      setRemoving(undefined)
    }
  }
  return (
    <Stack as="section" gap={2}>
      <Row as="h3" gap={2} size="section" strong>
        <Trans>Your browsers</Trans>
      </Row>
      {!data && !error && online && <Loading variant="list" count={2} />}
      {!data && !online && (
        <Text as="p" size="caption" tone="ink-2">
          <Trans>No connection to the server</Trans>
        </Text>
      )}
      {!data && error && online && (
        <Text as="p" tone="critical">
          {i18n._(wordsForError(error))}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Text>
      )}
      {data?.subscriptions.length === 0 && (
        <Text as="p" size="caption" tone="ink-2">
          <Trans>None of your browsers is subscribed.</Trans>
        </Text>
      )}
      <List stack gap={2}>
        {data?.subscriptions.map(each => (
          <Row
            as="li"
            key={each.id}
            justify="between"
            gap={2}
            pad={3}
            edge="line"
            round="card"
            breaks
            className={css.browser}
          >
            <Text shrink>
              <Text as="bdi" strong className={css.name}>
                {each.label}
              </Text>{' '}
              {each.fingerprint === own && (
                <SeverityBadge tone="info">
                  <Trans>This device</Trans>
                </SeverityBadge>
              )}
              <Proof failure={each.failure} at={each.lastProvenAt} />
            </Text>
            {each.fingerprint !== own && (
              <IconButton
                icon="trash"
                label={t`Remove ${each.label}`}
                disabled={!online || removing === each.id}
                onClick={() => void remove(each.id)}
              />
            )}
          </Row>
        ))}
      </List>
    </Stack>
  )
}
