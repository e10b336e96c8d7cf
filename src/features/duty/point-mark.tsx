// The mark of a point of a round: its shape and its number say the state, the colour only repeats it.
import { useLingui } from '@lingui/react/macro'
import type { PointState } from '../../domain/duty/round.ts'
import { Icon } from '../../ui/icons.tsx'
import { Center, Text } from '../../ui/kit/parts.tsx'

export function PointMark({ state, number }: { state: PointState; number: number }) {
  const { t } = useLingui()
  const words: Record<PointState, string> = {
    done: t`Reached in time`,
    late: t`Reached late`,
    excused: t`Not reached, reason given`,
    overdue: t`Overdue`,
    missed: t`Not reached`,
    next: t`Next point`,
    ahead: t`Still ahead`,
  }
  const name = words[state]
  if (state === 'done')
    return (
      <Center square={6} rigid round="full" ground="ok-fill" tone="on-ok" role="img" aria-label={name}>
        <Icon name="check" size={15} />
      </Center>
    )
  if (state === 'late' || state === 'overdue')
    return (
      <Center square={6} rigid round="full" soft="warning" strong size="small" role="img" aria-label={name}>
        {number}
      </Center>
    )
  if (state === 'missed' || state === 'excused')
    return (
      <Center
        square={6}
        rigid
        round="small"
        soft={state === 'missed' ? 'critical' : 'off'}
        role="img"
        aria-label={name}
      >
        <Icon name="close" size={14} />
      </Center>
    )
  return (
    <Center
      square={6}
      rigid
      round="full"
      strong
      size="small"
      role="img"
      aria-label={name}
      {...(state === 'next' ? { ground: 'accent', tone: 'on-accent' } : { edge: 'strong', tone: 'ink-2' })}
    >
      <Text aria-hidden="true">{number}</Text>
    </Center>
  )
}
