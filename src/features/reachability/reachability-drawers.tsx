// The two drawers about reaching people: this device's notifications, and the board.
import { Trans, useLingui } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { DevicePanel } from './device-panel.tsx'
import { ReachabilityBoard } from './reachability-board.tsx'
import type { ReachabilityDrawer } from './reachability-drawer.ts'

interface ReachabilityDrawersProps {
  drawer: ReachabilityDrawer
  onClose: () => void
}

export default function ReachabilityDrawers({ drawer, onClose }: ReachabilityDrawersProps) {
  const { t } = useLingui()
  useFocusBack()
  const board = drawer === 'board'
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={board ? 'min(720px, 100%)' : 'min(460px, 100%)'}
      title={board ? <Trans>Who is reached, and how</Trans> : <Trans>Notifications on this device</Trans>}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {board ? <ReachabilityBoard /> : <DevicePanel />}
    </Drawer>
  )
}
