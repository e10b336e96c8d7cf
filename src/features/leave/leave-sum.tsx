// Under the form of a request: how long it is, and what is left of that kind.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { halvesIn } from '../../domain/leave/leave-days.ts'
import { leaveRequest } from '../../domain/leave/leave-request.ts'
import type { Values } from '../../resource/view.ts'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { balanceOptions } from './leave-query.ts'
import { daysText } from './leave-words.ts'

const { kind, fromDay, fromHalf, untilDay, untilHalf } = leaveRequest.schema.shape
const typed = z.object({ kind, fromDay, fromHalf, untilDay, untilHalf })

export function LeaveSum({ values }: { values: Values }) {
  const { i18n } = useLingui()
  const workerId = typeof values.workerId === 'number' ? values.workerId : undefined
  const balance = useQuery(balanceOptions(workerId))
  const asked = z.safeParse(typed, values)
  if (!asked.success) return null
  const halves = halvesIn(asked.data).length
  const own = balance.data?.kinds.find(each => each.kind === asked.data.kind)
  const left =
    own && own.balanceDays !== null
      ? Math.max(0, own.balanceDays * 2 - own.approvedHalves - own.askedHalves)
      : undefined
  return (
    <Row as="p" wrap gap={3} pad={3} ground="sunken" round="control" size="small">
      <Text medium>
        <Trans>{daysText(halves, i18n)} on the calendar</Trans>
      </Text>
      {left !== undefined && (
        <Text tone={left < halves ? 'warning' : 'ink-2'}>
          <Trans>{daysText(left, i18n)} of this kind left</Trans>
        </Text>
      )}
    </Row>
  )
}
