// Commands to the chosen devices through the dialogs of the device's own view, where the route has brought it along.

import { ActionsProvider, useActions } from '../../../resource/actions.tsx'
import { ActionButtons } from '../../../resource/peek.tsx'
import { useRelatedView } from '../../../resource/related-views.tsx'
import type { Row } from '../../../resource/view.ts'

/** Of all that can be done with devices, what belongs on a map. */
const onMap: ReadonlySet<string> = new Set(['locate', 'speak', 'restart', 'assignGroup'])

interface DeviceCommandsProps {
  rows: readonly Row[]
  /** Most buttons before the rest goes into a menu. */
  most?: number
}

export function DeviceCommands({ rows, most = 0 }: DeviceCommandsProps) {
  const view = useRelatedView('device')
  if (!view || rows.length === 0) return null
  return (
    <ActionsProvider view={view}>
      <Actions rows={rows} most={most} />
    </ActionsProvider>
  )
}

function Actions({ rows, most }: Required<DeviceCommandsProps>) {
  const { actionsFor } = useActions()
  return <ActionButtons most={most} actions={actionsFor(rows).filter(action => onMap.has(action.id))} />
}
