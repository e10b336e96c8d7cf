// Who is connected: colleagues by name, rooms by their code.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { type PushClient, roomCodeOf } from '../../contract/push-service.ts'
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
  const rooms = clients
    .flatMap(client => {
      const code = roomCodeOf(client)
      return code === undefined ? [] : [{ id: client.id, code }]
    })
    .sort((a, b) => inOrder.compare(a.code, b.code))
  const people = clients
    .filter(client => roomCodeOf(client) === undefined)
    .sort((a, b) => inOrder.compare(a.name, b.name))
  const colleagues = people.filter(({ id }) => id !== ownId)
  return (
    <section className={css.panel} aria-label={t`Who is connected`} data-state={state}>
      <p className={css.count}>
        <Icon name="users" size={16} />
        <span>
          <Plural
            value={colleagues.length}
            _0="No colleague connected"
            one="# colleague connected"
            other="# colleagues connected"
          />
          {' · '}
          <Plural
            value={rooms.length}
            _0="No room connected"
            one="# room connected"
            other="# rooms connected"
          />
        </span>
      </p>
      {state !== 'connected' && (
        <p className={css.lost} role="status">
          {clients.length > 0 ? (
            <Trans>The connection is lost. These were connected last.</Trans>
          ) : (
            <Trans>Not connected. It is tried again by itself.</Trans>
          )}
        </p>
      )}
      {(colleagues.length > 0 || rooms.length > 0) && (
        <ul className={css.list}>
          {colleagues.slice(0, MOST_NAMED).map(client => (
            <Person key={client.id} client={client} />
          ))}
          {rooms.slice(0, MOST_NAMED).map(({ id, code }) => (
            <li key={id}>
              <Icon name="door" size={16} />
              <span>
                <Trans>
                  Room <bdi dir="ltr">{code}</bdi>
                </Trans>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Person({ client }: { client: PushClient }) {
  return (
    <li>
      <Icon name="user" size={16} />
      <bdi>{client.name}</bdi>
    </li>
  )
}
