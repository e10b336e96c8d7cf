// Asks a colleague to take a shift.
import { useLingui } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { useMemo } from 'react'
import { RowForm } from '../../resource/row-form.tsx'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { useScreen } from '../../ui/pointer.ts'
import { dutySwapView } from './duty-swap.view.tsx'

export function SwapDrawer({ shiftId, onClose }: { shiftId: number; onClose: () => void }) {
  const { t } = useLingui()
  useFocusBack()
  const phone = useScreen() === 'phone'
  const view = useMemo(() => ({ ...dutySwapView, initial: { shiftId } }), [shiftId])
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 420}
      title={t`Ask for a swap`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <RowForm view={view} row={undefined} onCancel={onClose} onSaved={onClose} />
    </Drawer>
  )
}
