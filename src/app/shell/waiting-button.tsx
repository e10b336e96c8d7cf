// The inbox: open alarms, finished files, and what waits for the network.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Popover } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Tray } from '../../features/offline/tray.tsx'
import { queuedActions } from '../../platform/queue.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { openAlarms } from '../live.ts'
import bar from './header-bar.module.css'
import css from './waiting-button.module.css'

/** `onlyIfWaiting`: a phone's narrow bar has no room for an empty one; the rest of it is in the menu. */
export function WaitingButton({ onlyIfWaiting = false }: { onlyIfWaiting?: boolean }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [tray, setTray] = useState(false)
  const alarms = useSyncExternalStore(openAlarms.subscribe, openAlarms.read)
  const waiting = useSyncExternalStore(queuedActions.subscribe, queuedActions.read)
  const failed = waiting.filter(action => action.state === 'failed').length
  const router = useRouter()
  const close = () => setOpen(false)
  const go = (path: string) => {
    close()
    router.history.push(path)
  }
  if (onlyIfWaiting && waiting.length === 0 && !open && !tray) return null
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={320} trapFocus withRoles>
      <span className={bar.waiting}>
        <Popover.Target>
          <IconButton icon="inbox" label={t`Inbox`} expanded={open} onClick={() => setOpen(!open)} />
        </Popover.Target>
        {waiting.length > 0 && <span className={bar.count}>{waiting.length}</span>}
      </span>
      <Popover.Dropdown className={css.panel} aria-label={t`Inbox`}>
        <Line icon="bell" onGo={() => go('/AlarmHistory')}>
          <Plural value={alarms} _0="No open alarms" one="# open alarm" other="# open alarms" />
        </Line>
        <Line icon="download" onGo={() => go('/DownloadTask')}>
          <Trans>Download tasks</Trans>
        </Line>
        {waiting.length > 0 && (
          <Line
            icon="cloud-up"
            onGo={() => {
              close()
              setTray(true)
            }}
          >
            <Plural
              value={waiting.length}
              one="# change waits on this device"
              other="# changes wait on this device"
            />
            {failed > 0 && (
              <>
                {' · '}
                <Plural value={failed} one="# was refused" other="# were refused" />
              </>
            )}
          </Line>
        )}
      </Popover.Dropdown>
      <Tray opened={tray} onClose={() => setTray(false)} />
    </Popover>
  )
}

interface LineProps {
  icon: IconName
  onGo: () => void
  children: ReactNode
}

function Line({ icon, onGo, children }: LineProps) {
  return (
    <button type="button" className={css.line} onClick={onGo}>
      <Icon name={icon} />
      <span>{children}</span>
    </button>
  )
}
