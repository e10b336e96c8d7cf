// What was done without a network and waits on this device: in the bar only while something does.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import { Tray } from '../../features/offline/tray.tsx'
import { queuedActions } from '../../platform/queue.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Text } from '../../ui/kit/parts.tsx'
import { CornerCount } from './corner-count.tsx'

export function WaitingButton() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const actions = useSyncExternalStore(queuedActions.subscribe, queuedActions.read)
  const count = actions.length
  const failed = actions.filter(action => action.state === 'failed').length
  if (count === 0 && !open) return null
  const waits = t`${plural(count, { one: '# change waits on this device', other: '# changes wait on this device' })}`
  const refused = t`${plural(failed, { one: '# was refused', other: '# were refused' })}`
  return (
    <Text rigid relative>
      <IconButton
        icon="cloud-up"
        label={failed > 0 ? `${waits} · ${refused}` : waits}
        expanded={open}
        onClick={() => setOpen(true)}
      />
      {count > 0 && <CornerCount count={count} calm={failed === 0} />}
      <Tray opened={open} onClose={() => setOpen(false)} />
    </Text>
  )
}
