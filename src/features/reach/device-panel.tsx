// Notifications on this device: whether they arrive, how to switch them on, the person's other browsers, a test.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { unsubscribePush } from '../../contract/endpoints/push.ts'
import { call } from '../../platform/http.ts'
import { installState } from '../../platform/install.ts'
import { disablePush, enablePush, type PushView, pushState, refreshPush } from '../../platform/web-push.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { tellFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { Loading } from '../../ui/states.tsx'
import { ChannelTest } from './channel-test.tsx'
import { pushLanguageOf } from './push-keeper.ts'
import css from './reach.module.css'
import { openReach } from './reach-drawer.ts'
import { ownBrowsersOptions } from './reach-query.ts'

export function DevicePanel() {
  const { i18n } = useLingui()
  const view = useSyncExternalStore(pushState.subscribe, pushState.read)
  const may = useRights()
  const language = pushLanguageOf(i18n.locale)
  const client = useQueryClient()
  useEffect(() => {
    // Somebody may have changed the permission in the browser's settings meanwhile.
    void refreshPush(language)
  }, [language])
  const change = async (work: Promise<void>) => {
    await work
    await client.invalidateQueries({ queryKey: ['push'] })
  }
  return (
    <div className={css.panel}>
      <StateCard
        view={view}
        onEnable={() => void change(enablePush(language))}
        onDisable={() => void change(disablePush())}
        onLook={() => void refreshPush(language)}
      />
      <OwnBrowsers own={view.fingerprint} />
      <section className={css.section}>
        <h3 className={css.title}>
          <Trans>Try it</Trans>
        </h3>
        <p className={css.quiet}>
          <Trans>A test goes to every browser of yours. Close the console to see it arrive.</Trans>
        </p>
        <ChannelTest />
      </section>
      {may('notice.board') && (
        <Button variant="subtle" leftSection={<Icon name="users" />} onClick={() => openReach('board')}>
          <Trans>Who is reached, and how</Trans>
        </Button>
      )}
    </div>
  )
}

interface StateCardProps {
  view: PushView
  onEnable: () => void
  onDisable: () => void
  onLook: () => void
}

function StateCard({ view, onEnable, onDisable, onLook }: StateCardProps) {
  const online = useOnline()
  const { is, busy, failure } = view
  if (is === 'unknown') return <Loading variant="cards" count={1} />
  const enable = (
    <Button loading={busy} disabled={!online} leftSection={<Icon name="ringing" />} onClick={onEnable}>
      <Trans>Switch notifications on</Trans>
    </Button>
  )
  return (
    <section className={css.card} data-tone={is === 'on' ? 'ok' : 'attention'} aria-live="polite">
      <Words is={is} />
      {failure && (
        <p className={css.bad} role="alert">
          {failure === 'noService' ? (
            <Trans>
              This browser cannot reach its push service, so nothing was switched on. On a network without
              access to it notifications cannot arrive: keep the console open.
            </Trans>
          ) : (
            <Trans>It could not be switched. Try again.</Trans>
          )}
        </p>
      )}
      <div className={css.buttons}>
        {(is === 'off' || is === 'stale') && enable}
        {is === 'denied' && (
          <Button variant="default" leftSection={<Icon name="refresh" />} onClick={onLook}>
            <Trans>Look again</Trans>
          </Button>
        )}
        {(is === 'on' || is === 'stale') && (
          <Button variant="default" disabled={busy} onClick={onDisable}>
            <Trans>Switch off here</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}

function Words({ is }: { is: Exclude<PushView['is'], 'unknown'> }) {
  switch (is) {
    case 'on':
      return (
        <Said icon="ringing" title={<Trans>Notifications reach this device</Trans>}>
          <Trans>SOS and calls appear here even while the console is closed. Logging out ends it.</Trans>
        </Said>
      )
    case 'off':
      return (
        <Said icon="ringing-off" title={<Trans>Notifications are off on this device</Trans>}>
          <Trans>While the console is closed, no SOS and no call reaches you here.</Trans>
        </Said>
      )
    case 'stale':
      return (
        <Said icon="ringing-off" title={<Trans>Notifications no longer reach this device</Trans>}>
          <Trans>The browser or the server has dropped the subscription. Switch it on again.</Trans>
        </Said>
      )
    case 'denied':
      return (
        <Said icon="ringing-off" title={<Trans>The browser blocks notifications</Trans>}>
          <Trans>Allow notifications for this page in the browser's settings, then look again.</Trans>
        </Said>
      )
    case 'insecure':
      return (
        <Said icon="ringing-off" title={<Trans>Notifications need a secure address</Trans>}>
          <Trans>Open the console over https. Until then, only an open console rings.</Trans>
        </Said>
      )
    case 'unsupported':
      return (
        <Said icon="ringing-off" title={<Trans>This browser has no push notifications</Trans>}>
          {installState() === 'byHand' ? (
            <Trans>
              On an iPhone or iPad, add the console to the home screen first (Share, then Add to Home Screen),
              open it from there, and come back here.
            </Trans>
          ) : (
            <Trans>Only an open console rings here. Another browser may do better.</Trans>
          )}
        </Said>
      )
  }
}

function Said({ icon, title, children }: { icon: IconName; title: ReactNode; children: ReactNode }) {
  return (
    <>
      <h3 className={css.head}>
        <Icon name={icon} size={20} />
        {title}
      </h3>
      <p>{children}</p>
    </>
  )
}

function OwnBrowsers({ own }: { own: string | undefined }) {
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
      {!data && !error && <Loading variant="list" count={2} />}
      {!data && error && (
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

/** When a channel last showed something, or why it fails. */
export function Proof({ failure, at }: { failure: string | null; at: number | null }) {
  if (failure === 'noService')
    return (
      <span className={css.proof}>
        <Trans>The server cannot reach its push service</Trans>
      </span>
    )
  if (failure !== null)
    return (
      <span className={css.proof}>
        <Trans>Its push service refuses messages</Trans>
      </span>
    )
  if (at === null)
    return (
      <span className={css.proof}>
        <Trans>Nothing was shown there yet</Trans>
      </span>
    )
  return (
    <span className={css.proof}>
      <Trans>
        Last proven <Age at={at} />
      </Trans>
    </span>
  )
}
