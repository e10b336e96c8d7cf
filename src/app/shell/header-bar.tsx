// The bar above the page: search, what is live, what waits, who is there. On a phone the page's title.

import { Trans, useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { PutAside, SoundPill } from '../../features/notices/notices-bar.tsx'
import { PushPill } from '../../features/reachability/push-pill.tsx'
import type { Session } from '../../platform/session-store.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { notices } from '../live.ts'
import { CentreButton } from './centre-button.tsx'
import css from './header-bar.module.css'
import { LivePill } from './live-pill.tsx'
import { PersonMenu } from './person-menu.tsx'
import { WaitingButton } from './waiting-button.tsx'

export interface HeaderBarProps {
  phone: boolean
  /** Name of the open page: what a phone's bar says. */
  title: string
  session: Session
  onSearch: () => void
}

/** More letters do not fit beside the buttons of a phone at full size. */
const LONG = 18

export function HeaderBar({ phone, title, session, onSearch }: HeaderBarProps) {
  const { t } = useLingui()
  return (
    <Row as="header" gap={3} rigid padX={5} ground="surface" edgeBelow atLeast="tile" className={css.bar}>
      {phone ? (
        <Text
          as="p"
          grow
          shrink
          hidden
          size="lead"
          strong
          className={css.title}
          data-long={title.length > LONG || undefined}
        >
          <bdi>{title}</bdi>
        </Text>
      ) : (
        <UnstyledButton
          className={look(
            {
              row: true,
              gap: 2,
              atLeast: 'target',
              padX: 3,
              ground: 'sunken',
              edge: 'line',
              round: 'control',
              hidden: true,
              tone: 'ink-3',
            },
            css.search,
          )}
          onClick={onSearch}
          aria-keyshortcuts="Control+K"
        >
          <Icon name="search" />
          <Text grow shrink clip>
            <Trans>Find a device or a page</Trans>
          </Text>
          <kbd className={look({ edge: 'strong', round: 'small', size: 'caption', nowrap: true }, css.key)}>
            Ctrl K
          </kbd>
        </UnstyledButton>
      )}
      <Row gap={2} shrink pushed className={css.states}>
        <PutAside notices={notices} />
        <SoundPill />
        {/* A phone's bar is full: there the person's menu says it. */}
        {!phone && <PushPill />}
        <LivePill />
        <WaitingButton />
        <CentreButton />
        {phone && <IconButton icon="search" label={t`Search`} onClick={onSearch} />}
        <PersonMenu session={session} />
      </Row>
    </Row>
  )
}
