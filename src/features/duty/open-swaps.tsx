// Swaps that somebody asks of me, or that I asked for and that still wait.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../resource/surroundings.ts'
import { List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { openSwaps } from './roster-query.ts'
import { SwapButtons } from './swap-buttons.tsx'
import { spanText } from './time-words.ts'

export function OpenSwaps() {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const own = useSession()?.user.id
  const swaps = useQuery(openSwaps)
  const mine = (swaps.data?.list ?? []).filter(
    ({ holds, fromAccountId, toAccountId }) => holds && (fromAccountId === own || toAccountId === own),
  )
  if (mine.length === 0) return null
  return (
    <List card rigid pad={0} aria-label={t`Swaps`}>
      {mine.map(swap => (
        <Row as="li" key={swap.id} wrap gap={3} pad={3} edgeBelow lastBare>
          <Stack grow shrink gap="half">
            <Text strong>
              <bdi>
                {swap.fromWorkerName} → {swap.toWorkerName}
              </bdi>
            </Text>
            <Muted>
              <bdi>{swap.postName}</bdi> · <bdi>{spanText(swap.startsAt, swap.endsAt, locale)}</bdi>
            </Muted>
            {swap.state === 'accepted' && (
              <Muted>
                <Trans>Waits for approval</Trans>
              </Muted>
            )}
          </Stack>
          <Row gap={2} pushed>
            <SwapButtons swap={swap} />
          </Row>
        </Row>
      ))}
    </List>
  )
}
