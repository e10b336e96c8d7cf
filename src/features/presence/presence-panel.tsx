// Who is connected: colleagues by name, rooms by their code.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useSyncExternalStore } from 'react'
import { roomCodeOf } from '../../contract/push-service.ts'
import type { PushSocket } from '../../platform/push-socket.ts'
import { Icon } from '../../ui/icons.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { Loading } from '../../ui/states.tsx'
import css from './presence-panel.module.css'

/** More names than that are a number. */
const MOST_NAMED = 60

export interface PresencePanelProps {
  presence: Pick<PushSocket, 'read' | 'subscribe'>
}

export function PresencePanel({ presence }: PresencePanelProps) {
  const { t } = useLingui()
  const { state, clients, ownId } = useSyncExternalStore(presence.subscribe, presence.read)
  const locale = useIntlLocale()
  if (clients.length === 0 && state === 'connecting') return <Loading variant="list" count={2} />
  const inOrder = new Intl.Collator(locale, { numeric: true })
  // A room with several door units is listed once.
  const rooms = [...new Set(clients.flatMap(client => roomCodeOf(client) ?? []))].sort(inOrder.compare)
  const people = clients
    .filter(client => roomCodeOf(client) === undefined)
    .sort((a, b) => inOrder.compare(a.name, b.name))
  const colleagues = people.filter(({ id }) => id !== ownId)
  return (
    <Stack as="section" gap={2} className={css.panel} aria-label={t`Who is connected`} data-state={state}>
      {state !== 'connected' && (
        <Text as="p" size="caption" tone="warning" role="status">
          {clients.length > 0 ? (
            <Trans>The connection is lost. These were connected last.</Trans>
          ) : (
            <Trans>Not connected. Retrying automatically.</Trans>
          )}
        </Text>
      )}
      <Row as="p" gap={2} strong>
        <Icon name="users" size={16} />
        <Plural
          value={colleagues.length}
          _0="No colleague connected"
          one="# colleague connected"
          other="# colleagues connected"
        />
      </Row>
      <Names>
        {colleagues.slice(0, MOST_NAMED).map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </Names>
      <Row as="p" gap={2} strong>
        <Icon name="door" size={16} />
        <Plural
          value={rooms.length}
          _0="No room connected"
          one="# room connected"
          other="# rooms connected"
        />
      </Row>
      <Names>
        {rooms.slice(0, MOST_NAMED).map(code => (
          <li key={code}>
            <Trans>
              Room <bdi dir="ltr">{code}</bdi>
            </Trans>
          </li>
        ))}
      </Names>
    </Stack>
  )
}

const Names = ({ children }: { children: ReactNode[] }) =>
  children.length > 0 && (
    <List row wrap align="stretch" gap={2} scroll="both" mah={130} className={css.names}>
      {children}
    </List>
  )
