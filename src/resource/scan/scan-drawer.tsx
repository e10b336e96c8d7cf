// Scanning beside what is being done: reads one label, or many one after the other, and closes.
import { useLingui } from '@lingui/react/macro'
import { Button, Drawer } from '@mantine/core'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { look } from '../../ui/kit/look.ts'
import { Stack } from '../../ui/kit/parts.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { ScanPanel, type ScanPanelProps } from './scan-panel.tsx'

export interface ScanDrawerProps extends ScanPanelProps {
  /** Called by the person; with one label wanted, whoever gets the code closes. */
  onClose: () => void
  /** What is scanned for; «Scan» when absent. */
  title?: string
}

export function ScanDrawer({ onClose, title, ...panel }: ScanDrawerProps) {
  useFocusBack()
  const { t } = useLingui()
  const phone = useScreen() === 'phone'
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 440}
      title={title ?? t`Scan`}
      closeButtonProps={{ 'aria-label': t`Close` }}
      classNames={{ content: look({ column: true }) }}
    >
      <Stack gap={4}>
        <ScanPanel {...panel} />
        <Button onClick={onClose} variant={panel.many ? 'filled' : 'default'}>
          {panel.many ? t`Done` : t`Cancel`}
        </Button>
      </Stack>
    </Drawer>
  )
}
