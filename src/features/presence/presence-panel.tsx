// Who is connected: colleagues by name, rooms by their code.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useSyncExternalStore } from 'react'
import { roomCodeOf } from '../../contract/push-service.ts'
import type { PushSocket } from '../../platform/push-socket.ts'
import { Icon } from '../../ui/icons.tsx'
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
  // Two doors of one room are one room.
  const rooms = [...new Set(clients.flatMap(client => roomCodeOf(client) ?? []))].sort(inOrder.compare)
  const people = clients
    .filter(client => roomCodeOf(client) === undefined)
    .sort((a, b) => inOrder.compare(a.name, b.name))
  const colleagues = people.filter(({ id }) => id !== ownId)
  return (
    <section className={css.panel} aria-label={t`Who is connected`} data-state={state}>
      {state !== 'connected' && (
        <p className={css.lost} role="status">
          {clients.length > 0 ? (
            <Trans>The connection is lost. These were connected last.</Trans>
          ) : (
            <Trans>Not connected. It is tried again by itself.</Trans>
          )}
        </p>
      )}
      <p className={css.count}>
        <Icon name="users" size={16} />
        <Plural
          value={colleagues.length}
          _0="No colleague connected"
          one="# colleague connected"
          other="# colleagues connected"
        />
      </p>
      <Names>
        {colleagues.slice(0, MOST_NAMED).map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </Names>
      <p className={css.count}>
        <Icon name="door" size={16} />
        <Plural
          value={rooms.length}
          _0="No room connected"
          one="# room connected"
          other="# rooms connected"
        />
      </p>
      <Names>
        {rooms.slice(0, MOST_NAMED).map(code => (
          <li key={code}>
            <Trans>
              Room <bdi dir="ltr">{code}</bdi>
            </Trans>
          </li>
        ))}
      </Names>
    </section>
  )
}

const Names = ({ children }: { children: ReactNode[] }) =>
  children.length > 0 && <ul className={css.names}>{children}</ul>
