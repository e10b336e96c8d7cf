// What a screen shows when it has nothing to show yet, at all, or any more.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Age } from './age.tsx'
import { byAges } from './clock.ts'
import { Icon, type IconName } from './icons.tsx'
import { look } from './kit/look.ts'
import { Box, Inline, SectionTitle, Text } from './kit/parts.tsx'
import { useShownFrom } from './stale-age.ts'
import css from './states.module.css'

/** Quick answers must not flash a skeleton (looks: after 200 ms). */
const SKELETON_DELAY_MS = 200

export interface LoadingProps {
  variant: 'list' | 'detail' | 'cards'
  /** Rows, sections or cards to draw. */
  count?: number
}

export function Loading({ variant, count = variant === 'list' ? 12 : 6 }: LoadingProps) {
  const { t } = useLingui()
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), SKELETON_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Box role="status" aria-busy="true" mih={120} wide>
      <span className="gh-hidden">{t`Loading`}</span>
      {due && (
        <div className={look({ column: true }, css[variant])} aria-hidden="true" data-testid="skeleton">
          {Array.from({ length: count }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeleton pieces have no identity
            <div key={at} className={css.piece}>
              <Text
                h={12}
                ground="line"
                round="small"
                className={css.bone}
                style={{ inlineSize: `${34 + ((at * 17) % 22)}%` }}
              />
              <Text
                h={12}
                ground="line"
                round="small"
                className={css.bone}
                style={{ inlineSize: `${14 + ((at * 11) % 14)}%` }}
              />
              <Text
                h={12}
                ground="line"
                round="small"
                className={css.bone}
                style={{ inlineSize: `${20 + ((at * 7) % 18)}%` }}
              />
            </div>
          ))}
        </div>
      )}
    </Box>
  )
}

interface NoticeProps {
  icon: IconName
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  alert?: boolean
  page?: boolean
}

function Notice({ icon, title, children, action, alert, page }: NoticeProps) {
  return (
    <div
      className={look(
        { column: true, align: 'center', gap: 2, middling: true, text: 'center' },
        css.notice,
        page ? look({ justify: 'center' }, css.page) : undefined,
      )}
      role={alert ? 'alert' : undefined}
    >
      <span
        className={look({
          center: true,
          square: 14,
          below: 1,
          round: 'full',
          soft: alert ? 'critical' : 'off',
        })}
      >
        <Icon name={icon} size={26} />
      </span>
      {/* In place of a page it is what the page is about. */}
      <SectionTitle as={page ? 'h1' : 'h2'} tone="ink" balanced>
        {title}
      </SectionTitle>
      {children !== undefined && (
        <Box tone="ink-2" className={css.text}>
          {children}
        </Box>
      )}
      {action !== undefined && <Box above={3}>{action}</Box>}
    </div>
  )
}

export interface EmptyProps {
  title: ReactNode
  /** Why there is nothing: no data yet, or the filters leave none. */
  why?: ReactNode
  /** The next step, usually one button. */
  action?: ReactNode
  icon?: IconName
  /** It is all of the page, not a part of one that has a heading. */
  page?: boolean
}

export function Empty({ title, why, action, icon = 'inbox', page = false }: EmptyProps) {
  return (
    <Notice icon={icon} title={title} action={action} page={page}>
      {why}
    </Notice>
  )
}

export interface ErrorStateProps {
  /** What happened, already in the reader's language. */
  what: ReactNode
  /** What was kept: a draft, the stored list. */
  kept?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** It is all of the page, not a part of one that has a heading. */
  page?: boolean
}

export function ErrorState({ what, kept, onRetry, retrying, page = false }: ErrorStateProps) {
  return (
    <Notice
      icon="alert"
      alert
      page={page}
      title={what}
      action={
        onRetry && (
          <Button
            variant="default"
            onClick={onRetry}
            disabled={retrying}
            leftSection={<Icon name="refresh" />}
          >
            <Trans>Try again</Trans>
          </Button>
        )
      }
    >
      {kept}
    </Notice>
  )
}

export interface ForbiddenProps {
  action?: ReactNode
  /** It stands in for a part of a page that has a heading. */
  part?: boolean
}

export function Forbidden({ action, part = false }: ForbiddenProps) {
  return (
    <Notice icon="lock" page={!part} title={<Trans>You may not see this page</Trans>} action={action}>
      <Trans>Your role does not include it. An administrator of your company can grant it.</Trans>
    </Notice>
  )
}

export function NotFound({ action }: { action?: ReactNode }) {
  return (
    <Notice icon="search" page title={<Trans>There is nothing at this address</Trans>} action={action}>
      <Trans>The link may be old, or its target was deleted.</Trans>
    </Notice>
  )
}

export interface NotBuiltProps {
  /** The page's name, as the menu calls it. */
  name: ReactNode
  action?: ReactNode
}

export function NotBuilt({ name, action }: NotBuiltProps) {
  return (
    <Notice icon="tool" page title={<Trans>This page is not available yet</Trans>} action={action}>
      <p>
        <Text as="bdi" strong tone="ink">
          {name}
        </Text>
      </p>
      <p>
        <Trans>It is part of the console, but this version does not contain it.</Trans>
      </p>
    </Notice>
  )
}

export interface StaleBadgeProps {
  /** When the shown data was fetched, epoch milliseconds of the device's own clock. */
  at: number
  /** The moment came from the server, by the clock that ages are counted by. */
  fromServer?: boolean
}

/** The age of one part of a page that could not be fetched anew; silent while the frame says it of all of them. */
export function StaleBadge({ at, fromServer = false }: StaleBadgeProps) {
  const since = fromServer ? at : byAges(at)
  if (useShownFrom(since)) return null
  return (
    <Inline
      gap={2}
      padX={2}
      padY="half"
      ground="warning-soft"
      round="full"
      size="caption"
      medium
      tone="warning"
      className={css.stale}
      role="status"
    >
      <Icon name="clock" size={14} />
      <span>
        <Trans>
          Stored data, updated <Age at={since} />
        </Trans>
      </span>
    </Inline>
  )
}
