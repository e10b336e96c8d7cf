// Notifications on this device: whether they arrive, how to switch them on, the person's other browsers, a test.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { languageNamed } from '../../domain/languages.ts'
import { disablePush, enablePush, pushState, refreshPush } from '../../platform/web-push.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { ChannelTest } from './channel-trial.tsx'
import { StateCard } from './device-state.tsx'
import { OwnBrowsers } from './own-browsers.tsx'
import css from './reachability.module.css'
import { openReachability } from './reachability-drawer.ts'

export function DevicePanel() {
  const { i18n } = useLingui()
  const view = useSyncExternalStore(pushState.subscribe, pushState.read)
  const may = useRights()
  const language = languageNamed(i18n.locale)
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
    <Stack gap={5} className={css.panel}>
      <StateCard
        view={view}
        onEnable={() => void change(enablePush(language))}
        onDisable={() => void change(disablePush())}
        onLook={() => void refreshPush(language)}
      />
      <OwnBrowsers own={view.fingerprint} />
      <Stack as="section" gap={2}>
        <Row as="h3" gap={2} size="section" strong>
          <Trans>Try it</Trans>
        </Row>
        <Text as="p" size="caption" tone="ink-2">
          <Trans>A test goes to every browser of yours. Close the console to see it arrive.</Trans>
        </Text>
        <ChannelTest />
      </Stack>
      {may('notice.board') && (
        <Button
          variant="subtle"
          leftSection={<Icon name="users" />}
          onClick={() => openReachability('board')}
        >
          <Trans>Who is reached, and how</Trans>
        </Button>
      )}
    </Stack>
  )
}
