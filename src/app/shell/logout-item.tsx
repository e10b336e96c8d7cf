// Logging out; who leaves work behind that could not be sent is told what becomes of it first.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { queuedActions } from '../../platform/queue.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { leave } from '../session-life.ts'

export function LogoutItem({ item }: { item: (onClick: () => void) => ReactNode }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const count = useSyncExternalStore(queuedActions.subscribe, queuedActions.read).length
  return (
    <>
      {item(() => (count > 0 ? setAsking(true) : leave()))}
      <Confirm
        opened={asking}
        title={<Trans>Log out before everything is sent?</Trans>}
        confirmLabel={<Trans>Log out</Trans>}
        onCancel={() => setAsking(false)}
        onConfirm={leave}
      >
        {t`${plural(count, {
          one: '# action has not reached the server. It stays sealed on this device: nobody else can read or delete it, and it is sent when you log in here again.',
          other:
            '# actions have not reached the server. They stay sealed on this device: nobody else can read or delete them, and they are sent when you log in here again.',
        })}`}
      </Confirm>
    </>
  )
}
