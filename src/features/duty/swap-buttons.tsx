// What somebody may do with a swap: the one who was asked accepts, who keeps the roster approves, either may say no.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { dutySwap } from '../../domain/duty/duty-swap.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { giverOf } from '../../resource/skipped.ts'
import { useOnline, useRights, useSession } from '../../resource/surroundings.ts'
import { dutySwapView } from './duty-swap.view.tsx'
import type { Swap } from './roster-query.ts'

export function SwapButtons({ swap }: { swap: Swap }) {
  return (
    <ActionsProvider view={dutySwapView}>
      <Buttons swap={swap} />
    </ActionsProvider>
  )
}

function Buttons({ swap }: { swap: Swap }) {
  const { give } = useActions()
  const may = useRights()
  const online = useOnline()
  const session = useSession()
  const giver = giverOf(session)
  const { accept, approve } = dutySwap.commands
  const accepts = may(accept.permission) && swap.state === 'asked' && !accept.hindrance(swap, giver)
  const approves = may(approve.permission) && !approve.hindrance(swap, giver)
  const mine = giver.id === swap.fromAccountId
  const declines = mine || giver.id === swap.toAccountId || may('dutySwap.approve')
  return (
    <>
      {declines && (
        <Button variant="default" disabled={!online} onClick={() => void give('decline', [swap])}>
          {mine ? <Trans>Withdraw</Trans> : <Trans>Decline</Trans>}
        </Button>
      )}
      {accepts && (
        <Button variant="default" disabled={!online} onClick={() => void give('accept', [swap])}>
          <Trans>Accept</Trans>
        </Button>
      )}
      {approves && (
        <Button variant="default" disabled={!online} onClick={() => void give('approve', [swap])}>
          <Trans>Approve</Trans>
        </Button>
      )}
    </>
  )
}
