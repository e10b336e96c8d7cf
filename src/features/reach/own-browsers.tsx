// The browsers that the person has subscribed, with when each was last proven, and the way to take one off.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unsubscribePush } from '../../contract/endpoints/push.ts'
import { call } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { tellFailure } from '../../resource/run-command.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { Loading } from '../../ui/states.tsx'
import { Proof } from './proof.tsx'
import css from './reach.module.css'
import { ownBrowsersOptions } from './reach-query.ts'

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
      await call(unsubscribePush, { id })
      await client.invalidateQueries({ queryKey: ['push'] })
    } catch (failure) {
      tellFailure(failure)
    } finally {
      setRemoving(undefined)
    }
  }
  return (
    <section className={css.section}>
      <h3 className={css.title}>
        <Trans>Your browsers</Trans>
      </h3>
      {!data && !error && online && <Loading variant="list" count={2} />}
      {!data && !online && (
        <p className={css.quiet}>
          <Trans>No connection to the server</Trans>
        </p>
      )}
      {!data && error && online && (
        <p className={css.bad}>
          {i18n._(wordsForError(error))}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      )}
      {data?.subscriptions.length === 0 && (
        <p className={css.quiet}>
          <Trans>None of your browsers is subscribed.</Trans>
        </p>
      )}
      <ul className={css.list}>
        {data?.subscriptions.map(each => (
          <li key={each.id} className={css.browser}>
            <span className={css.grow}>
              <bdi className={css.name}>{each.label}</bdi>{' '}
              {each.fingerprint === own && (
                <SeverityBadge tone="info">
                  <Trans>This device</Trans>
                </SeverityBadge>
              )}
              <Proof failure={each.failure} at={each.lastProvenAt} />
            </span>
            {each.fingerprint !== own && (
              <IconButton
                icon="trash"
                label={t`Remove ${each.label}`}
                disabled={!online || removing === each.id}
                onClick={() => void remove(each.id)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
