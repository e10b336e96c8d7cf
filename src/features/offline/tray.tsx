// The tray of actions that wait for the network: what, since when, and what was refused and why.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Drawer } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { getConnection, subscribeConnection } from '../../platform/connection.ts'
import { dropQueued, queuedActions, replay, retryQueued } from '../../platform/queue.ts'
import type { QueuedAction } from '../../platform/queue-row.ts'
import { useEntityWords } from '../../resource/entity-words.ts'
import { wordsForId } from '../../resource/error-words.ts'
import { Age } from '../../ui/age.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Row, SectionTitle, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { Empty } from '../../ui/states.tsx'
import css from './tray.module.css'

/** How many actions wait or failed. */
export function useQueued(): readonly QueuedAction[] {
  return useSyncExternalStore(queuedActions.subscribe, queuedActions.read)
}

export interface TrayProps {
  opened: boolean
  onClose: () => void
}

export function Tray({ opened, onClose }: TrayProps) {
  const { t } = useLingui()
  const actions = useQueued()
  const online = useSyncExternalStore(subscribeConnection, () => getConnection().online)
  const failed = actions.filter(action => action.state === 'failed')
  const waiting = actions.filter(action => action.state !== 'failed')
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={420}
      title={<Trans>Kept on this device</Trans>}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {actions.length === 0 && (
        <Empty
          icon="check"
          title={<Trans>Nothing pending</Trans>}
          why={<Trans>Everything you did has reached the server.</Trans>}
        />
      )}
      {failed.length > 0 && (
        <section className={css.section}>
          <SectionTitle as="h3">
            <Plural value={failed.length} one="# was refused" other="# were refused" />
          </SectionTitle>
          <List stack gap={2} above={2} below={2}>
            {failed.map(action => (
              <Line key={action.order} action={action} online={online} />
            ))}
          </List>
        </section>
      )}
      {waiting.length > 0 && (
        <section className={css.section}>
          <Row justify="between" gap={3}>
            <SectionTitle as="h3">
              <Plural value={waiting.length} one="# waits for the network" other="# wait for the network" />
            </SectionTitle>
            {online && (
              <Button variant="default" size="compact-sm" onClick={() => void replay()}>
                <Trans>Send now</Trans>
              </Button>
            )}
          </Row>
          <List stack gap={2} above={2} below={2}>
            {waiting.map(action => (
              <Line key={action.order} action={action} online={online} />
            ))}
          </List>
          <Text as="p" size="caption" tone="ink-3">
            <Trans>They are sent once, with the time you did them, as soon as the network is back.</Trans>
          </Text>
        </section>
      )}
    </Drawer>
  )
}

function Line({ action, online }: { action: QueuedAction; online: boolean }) {
  const { i18n } = useLingui()
  const [asking, setAsking] = useState(false)
  const name = useEntityWords().waitingOf(action.entity, action.command)
  const note = noteOf(action.input)
  return (
    <li
      className={look(
        { stack: true, gap: 1, padX: 3, padY: 2, round: 'card', breaks: true },
        css.line,
        action.state === 'failed' ? css.failed : undefined,
      )}
    >
      <Row justify="between" gap={2}>
        <strong>{name ? i18n._(name) : action.command}</strong>
        <State action={action} />
      </Row>
      <p>
        <bdi>{action.subject}</bdi>
      </p>
      {note && (
        <Text as="p" tone="ink-2">
          <bdi>{note}</bdi>
        </Text>
      )}
      {action.refusal && (
        <Text as="p" tone="critical">
          <Reason refusal={action.refusal} />
        </Text>
      )}
      <Text as="p" size="caption" tone="ink-3">
        <Age at={action.at} />
      </Text>
      {action.state !== 'sending' && (
        <Row wrap align="stretch" gap={2} above={1}>
          {action.state === 'failed' && (
            <Button
              variant="default"
              size="compact-sm"
              disabled={!online}
              leftSection={<Icon name="refresh" size={14} />}
              onClick={() => void retryQueued(action.order)}
            >
              <Trans>Try again</Trans>
            </Button>
          )}
          <Button
            variant="subtle"
            color="off"
            size="compact-sm"
            leftSection={<Icon name="trash" size={14} />}
            onClick={() => setAsking(true)}
          >
            <Trans>Discard</Trans>
          </Button>
        </Row>
      )}
      <Confirm
        opened={asking}
        critical
        title={<Trans>Discard this action?</Trans>}
        confirmLabel={<Trans>Discard</Trans>}
        onCancel={() => setAsking(false)}
        onConfirm={() => void dropQueued(action.order)}
      >
        <Trans>It has not reached the server and is lost.</Trans>
      </Confirm>
    </li>
  )
}

const noteOf = (input: unknown): string | undefined =>
  typeof input === 'object' && input !== null && 'note' in input ? String(input.note) : undefined

function State({ action }: { action: QueuedAction }) {
  switch (action.state) {
    case 'failed':
      return (
        <SeverityBadge tone="critical">
          <Trans>Refused</Trans>
        </SeverityBadge>
      )
    case 'sending':
      return (
        <SeverityBadge tone="info">
          <Trans>Sending</Trans>
        </SeverityBadge>
      )
    default:
      return (
        <SeverityBadge tone="off" icon="cloud-up">
          <Trans>Waiting</Trans>
        </SeverityBadge>
      )
  }
}

function Reason({ refusal }: { refusal: NonNullable<QueuedAction['refusal']> }) {
  const { i18n } = useLingui()
  const words = wordsForId(refusal.id, refusal.params)
  return <>{words ? i18n._(words) : (refusal.msg ?? <Trans>The server refused this</Trans>)}</>
}
