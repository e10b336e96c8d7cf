// What can be done with a roll call as a whole: lists on paper, and its end.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Row } from '../../ui/kit/parts.tsx'
import { CloseRoll } from './close-roll.tsx'
import type { MusterRow, ShownRoll } from './use-roll.tsx'

interface RollActionsProps {
  row: MusterRow
  roll: ShownRoll
  /** Without the server nobody knows whether it may end. */
  offline: boolean
}

export function RollActions({ row, roll, offline }: RollActionsProps) {
  const mayClose = useRights()('muster.close')
  const [closing, setClosing] = useState(false)
  return (
    <Row gap={2} wrap justify="end">
      <Button
        variant="default"
        leftSection={<Icon name="report" size={16} />}
        onClick={() => globalThis.print()}
      >
        <Trans>Print lists</Trans>
      </Button>
      {row.state === 'running' && mayClose && (
        <Button
          variant="default"
          leftSection={<Icon name="lock" size={16} />}
          disabled={offline}
          onClick={() => setClosing(true)}
        >
          <Trans>Close the roll call</Trans>
        </Button>
      )}
      {closing && <CloseRoll row={row} roll={roll} onClose={() => setClosing(false)} />}
    </Row>
  )
}
