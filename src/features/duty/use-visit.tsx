// Says that a point was reached: at once, or kept with its time until the network is back.
import { useQueryClient } from '@tanstack/react-query'
import type { VisitInput } from '../../domain/duty/patrol.ts'
import { runCommand, showFailure } from '../../resource/run-command.ts'
import type { PatrolRound } from './my-day-query.ts'
import { patrolRoundView } from './patrol.view.tsx'

export type VisitSaid = VisitInput

export function useVisit(round: PatrolRound): (said: VisitSaid, pointName: string) => Promise<void> {
  const client = useQueryClient()
  return async (said, pointName) => {
    try {
      await runCommand(client, {
        view: patrolRoundView,
        command: 'visit',
        rows: [round],
        input: said,
        subject: pointName,
      })
    } catch (error) {
      showFailure(error)
    }
  }
}
