// The question before unsaved input is thrown away.
import { Trans, useLingui } from '@lingui/react/macro'
import { Confirm } from '../ui/confirm.tsx'
import type { LeaveGuard } from './leave-guard.ts'

/** Asks while the guard does. */
export function DiscardQuestion({ guard }: { guard: LeaveGuard }) {
  const { t } = useLingui()
  return (
    <Confirm
      opened={guard.asking}
      critical
      title={t`Discard what you entered?`}
      confirmLabel={t`Discard`}
      onConfirm={guard.leave}
      onCancel={guard.stay}
    >
      <Trans>It has not been saved.</Trans>
    </Confirm>
  )
}
