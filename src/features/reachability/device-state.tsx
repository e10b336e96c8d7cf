// Whether notifications arrive on this device, in words, with what can be done about it.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { installState } from '../../platform/install.ts'
import type { PushView } from '../../platform/web-push.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { Loading } from '../../ui/states.tsx'

interface StateCardProps {
  view: PushView
  onEnable: () => void
  onDisable: () => void
  onLook: () => void
}

export function StateCard({ view, onEnable, onDisable, onLook }: StateCardProps) {
  const online = useOnline()
  const { is, busy, failure } = view
  if (is === 'unknown') return <Loading variant="cards" count={1} />
  const enable = (
    <Button loading={busy} disabled={!online} leftSection={<Icon name="ringing" />} onClick={onEnable}>
      <Trans>Switch notifications on</Trans>
    </Button>
  )
  return (
    <Stack as="section" gap={2} pad={3} ground="raised" edge="line" round="card" aria-live="polite">
      <Words is={is} />
      {failure && (
        <Text as="p" tone="critical" role="alert">
          {failure === 'noService' ? (
            <Trans>
              This browser cannot reach its push service, so nothing was switched on. On a network without
              access to it notifications cannot arrive: keep the console open.
            </Trans>
          ) : (
            <Trans>It could not be switched. Try again.</Trans>
          )}
        </Text>
      )}
      <Row wrap align="stretch" gap={2} goneWhenEmpty>
        {(is === 'off' || is === 'stale') && enable}
        {is === 'denied' && (
          <Button variant="default" leftSection={<Icon name="refresh" />} onClick={onLook}>
            <Trans>Check again</Trans>
          </Button>
        )}
        {(is === 'on' || is === 'stale') && (
          <Button variant="default" disabled={busy} onClick={onDisable}>
            <Trans>Switch off here</Trans>
          </Button>
        )}
      </Row>
    </Stack>
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
          <Trans>Allow notifications for this page in the browser's settings, then check again.</Trans>
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
      <Row as="h3" gap={2} size="section" strong>
        <Icon name={icon} size={20} />
        {title}
      </Row>
      <p>{children}</p>
    </>
  )
}
