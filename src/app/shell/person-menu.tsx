// Who is logged in, and what concerns only them: password, language, theme, the way out.
import { Trans, useLingui } from '@lingui/react/macro'
import { Popover, UnstyledButton } from '@mantine/core'
import { type ReactNode, Suspense, useRef, useState, useSyncExternalStore } from 'react'
import { WEB_ADDRESS } from '../../domain/limits.ts'
import { PushWord } from '../../features/reachability/push-pill.tsx'
import { openReachability } from '../../features/reachability/reachability-drawer.ts'
import { install, installState, subscribeInstall } from '../../platform/install.ts'
import { focusBack } from '../../platform/opened.ts'
import type { Session } from '../../platform/session-store.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { hostMenu } from '../admit.ts'
import { getBootInfo, subscribeBootInfo } from '../boot-info.ts'
import { namesOf } from '../gate.ts'
import { LanguageChoice } from '../language-choice.tsx'
import { lazyOverlay } from '../lazy-overlay.tsx'
import { SkinChoice } from '../skin-choice.tsx'
import { LogoutItem } from './logout-item.tsx'
import css from './person-menu.module.css'

const SessionsDialog = lazyOverlay(() => import('../../features/session/sessions-dialog.tsx'))
const FactorDialog = lazyOverlay(() => import('../../features/session/factor-dialog.tsx'))
const PasswordDialog = lazyOverlay(() => import('../../features/session/password-dialog.tsx'))

const dialogs = { password: PasswordDialog, factor: FactorDialog, sessions: SessionsDialog }

/** Two letters of a Latin name, the first sign of another. */
export function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/)
  const latin = /^[A-Za-z]/.test(name)
  const letters = latin
    ? [parts[0]?.[0], parts.length > 1 ? parts.at(-1)?.[0] : undefined]
    : [[...name.trim()][0]]
  return letters.join('').toUpperCase() || '?'
}

export function PersonMenu({ session }: { session: Session }) {
  const { t } = useLingui()
  const { user } = session
  const [open, setOpen] = useState(false)
  const [dialog, setDialog] = useState<keyof typeof dialogs>()
  const boot = useSyncExternalStore(subscribeBootInfo, getBootInfo)
  const installing = useSyncExternalStore(subscribeInstall, installState)
  const may = useRights()
  const avatar = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const Dialog = dialog && dialogs[dialog]
  const closeDialog = () => {
    setDialog(undefined)
    focusBack(avatar.current ?? undefined)
  }
  return (
    <>
      <Popover
        opened={open}
        onChange={setOpen}
        position="bottom-end"
        width={320}
        trapFocus
        returnFocus
        withRoles
      >
        <Popover.Target>
          <UnstyledButton
            ref={avatar}
            className={look({
              center: true,
              rigid: true,
              ground: 'accent-soft',
              size: 'small',
              strong: true,
              tone: 'accent',
              square: 'touch',
              round: 'full',
            })}
            aria-label={t`Your account: ${user.name}`}
            onClick={() => setOpen(!open)}
          >
            {initialsOf(user.name)}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={css.panel} aria-label={t`Your account`}>
          <Stack padX={2} padAbove={2} padBelow={3}>
            <Text as="bdi" size="section" strong>
              {user.name}
            </Text>
            <Text size="caption" tone="ink-2">
              <bdi>{[user.roleNames.join(', '), user.tenantName].filter(Boolean).join(' · ')}</bdi>
            </Text>
          </Stack>
          <div className={css.row}>
            <LanguageChoice />
          </div>
          <SkinChoice className={css.skins} />
          <hr className={look({ edge: 'none', edgeAbove: true }, css.rule)} />
          {!user.visitor && (
            <Item
              icon="ringing"
              onClick={() => {
                close()
                openReachability('device')
              }}
            >
              <Stack as="span" shrink padY={1} className={css.twoLines}>
                <Trans>Notifications on this device</Trans>
                <PushWord />
              </Stack>
            </Item>
          )}
          {may('notice.board') && (
            <Item
              icon="users"
              onClick={() => {
                close()
                openReachability('board')
              }}
            >
              <Trans>Who is reached, and how</Trans>
            </Item>
          )}
          {!user.visitor && (
            <Item
              icon="key"
              onClick={() => {
                close()
                setDialog('password')
              }}
            >
              <Trans>Change password</Trans>
            </Item>
          )}
          {!user.visitor && (
            <Item
              icon="shield"
              onClick={() => {
                close()
                setDialog('factor')
              }}
            >
              <Trans>Second factor</Trans>
            </Item>
          )}
          {!user.visitor && (
            <Item
              icon="lock"
              onClick={() => {
                close()
                setDialog('sessions')
              }}
            >
              <Trans>Where you are logged in</Trans>
            </Item>
          )}
          {installing === 'offer' && (
            <Item icon="download" onClick={() => void install()}>
              <Trans>Install the console</Trans>
            </Item>
          )}
          <LinkItem icon="box" href={boot.mallUrl} route="shangquanshangcheng">
            <Trans>Official mall</Trans>
          </LinkItem>
          <LinkItem icon="upload" href={boot.upgradeUrl} route="tenantInfo">
            <Trans>Upgrade enterprise</Trans>
          </LinkItem>
          <LogoutItem
            item={onClick => (
              <Item icon="logout" onClick={onClick}>
                <Trans>Log out</Trans>
              </Item>
            )}
          />
        </Popover.Dropdown>
      </Popover>
      {Dialog && (
        <Suspense>
          <Dialog username={user.username} onClose={closeDialog} />
        </Suspense>
      )}
    </>
  )
}

interface ItemProps {
  icon: IconName
  children: ReactNode
}

function Item({ icon, children, onClick }: ItemProps & { onClick: () => void }) {
  return (
    <UnstyledButton
      className={look(
        {
          row: true,
          gap: 2,
          wide: true,
          atLeast: 'row',
          padX: 2,
          round: 'control',
          tone: 'ink',
          undecorated: true,
        },
        css.item,
      )}
      onClick={onClick}
    >
      <Icon name={icon} />
      {children}
    </UnstyledButton>
  )
}

// The operator sets these addresses and only web addresses are followed; without one, the console's own page serves.
function LinkItem({ icon, children, href, route }: ItemProps & { href: string; route: string }) {
  const outside = WEB_ADDRESS.test(href)
  if (!outside && !namesOf(hostMenu()).has(route)) return null
  return (
    <a
      className={look(
        {
          row: true,
          gap: 2,
          wide: true,
          atLeast: 'row',
          padX: 2,
          round: 'control',
          tone: 'ink',
          undecorated: true,
        },
        css.item,
      )}
      href={outside ? href : `#/${route}`}
      {...(outside && { target: '_blank', rel: 'noreferrer' })}
    >
      <Icon name={icon} />
      {children}
    </a>
  )
}
