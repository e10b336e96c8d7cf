// What somebody has had of each kind of leave this year, and what is left.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { wordsForError } from '../../resource/error-words.ts'
import { leaveKindWords } from '../../resource/leave-words.ts'
import { List, Muted, Row, Text } from '../../ui/kit/parts.tsx'
import { Loading } from '../../ui/states.tsx'
import { balanceOptions } from './leave-query.ts'
import { daysText } from './leave-words.ts'

export function BalanceList({ workerId }: { workerId: number | undefined }) {
  const { i18n } = useLingui()
  const balance = useQuery(balanceOptions(workerId))
  if (!balance.data) {
    if (balance.isError) return <Muted as="p">{i18n._(wordsForError(balance.error))}</Muted>
    return <Loading variant="list" count={3} />
  }
  const kinds = balance.data.kinds.filter(
    each => each.balanceDays !== null || each.approvedHalves + each.askedHalves > 0,
  )
  if (kinds.length === 0)
    return (
      <Muted as="p">
        <Trans>No leave this year yet.</Trans>
      </Muted>
    )
  return (
    <List gap={1} stack>
      {kinds.map(({ kind, approvedHalves, askedHalves, balanceDays }) => (
        <Row as="li" key={kind} wrap gap={2} justify="between" size="small">
          <Text medium>{i18n._(leaveKindWords[kind].label)}</Text>
          <Text tone="ink-2">
            {balanceDays === null ? (
              <Trans>{daysText(approvedHalves, i18n)} approved</Trans>
            ) : (
              <Trans>
                {daysText(Math.max(0, balanceDays * 2 - approvedHalves - askedHalves), i18n)} left of{' '}
                {daysText(balanceDays * 2, i18n)}
              </Trans>
            )}
            {askedHalves > 0 && (
              <>
                {' · '}
                <Trans>{daysText(askedHalves, i18n)} waiting</Trans>
              </>
            )}
          </Text>
        </Row>
      ))}
    </List>
  )
}
