// The inbox: open alarms, finished files, and what waits for the network.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Popover } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { queuedActions } from '../../platform/queue.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { openAlarms } from '../live.ts'
import bar from './header-bar.module.css'
import css from './waiting-button.module.css'

export function WaitingButton() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const alarms = useSyncExternalStore(openAlarms.subscribe, openAlarms.read)
  const waiting = useSyncExternalStore(queuedActions.subscribe, queuedActions.read)
  const failed = waiting.filter(action => action.state === 'failed').length
  const close = () => setOpen(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={320} trapFocus withRoles>
      <Popover.Target>
        <span className={bar.waiting}>
          <IconButton icon="inbox" label={t`Inbox`} expanded={open} onClick={() => setOpen(!open)} />
          {waiting.length > 0 && <span className={bar.count}>{waiting.length}</span>}
        </span>
      </Popover.Target>
      <Popover.Dropdown className={css.panel} aria-label={t`Inbox`}>
        <Line icon="bell" path="/AlarmHistory" onGo={close}>
          <Plural value={alarms} _0="No open alarms" one="# open alarm" other="# open alarms" />
        </Line>
        <Line icon="download" path="/DownloadTask" onGo={close}>
          <Trans>Download tasks</Trans>
        </Line>
        {waiting.length > 0 && (
          <p className={css.note}>
            <Icon name="cloud-up" />
            <span>
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
            </span>
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface LineProps {
  icon: IconName
  path: string
  onGo: () => void
  children: ReactNode
}

function Line({ icon, path, onGo, children }: LineProps) {
  const router = useRouter()
  return (
    <button
      type="button"
      className={css.line}
      onClick={() => {
        onGo()
        router.history.push(path)
      }}
    >
      <Icon name={icon} />
      <span>{children}</span>
    </button>
  )
}
