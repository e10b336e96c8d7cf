// The six states of a day side by side, each in words.
import { useLingui } from '@lingui/react/macro'
import { sixStates } from '../../domain/attendance/judge-day.ts'
import { Box, Stack, Text } from '../../ui/kit/parts.tsx'
import { sixWords, stateWords } from './attendance-words.ts'

interface SixStatesProps {
  states: readonly (number | null)[]
  pending: readonly boolean[]
  minutesOff: readonly (number | null)[]
}

const softs = ['critical', 'ok', 'warning', 'warning'] as const

/** Only what is due. */
export function SixStates({ states, pending, minutesOff }: SixStatesProps) {
  const { i18n, t } = useLingui()
  const due = sixStates.flatMap((of, at) => (states[at] != null || pending[at] ? [{ of, at }] : []))
  if (due.length === 0) return null
  return (
    <Stack as="dl" gap={1} cols="repeat(auto-fit, minmax(104px, 1fr))">
      {due.map(({ of, at }) => {
        const state = states[at]
        const minutes = minutesOff[at]
        const word = state == null ? undefined : stateWords[state]
        return (
          <Box
            key={of}
            padX={2}
            padY={1}
            round="control"
            text="center"
            edge={state == null ? 'dashed' : 'line'}
            {...(state != null && state !== 1 && { soft: softs[state] })}
          >
            <Text as="dt" size="caption" tone={state == null || state === 1 ? 'ink-3' : 'same'}>
              {i18n._(sixWords[of])}
            </Text>
            <Text as="dd" size="small" strong tone={state == null ? 'ink-3' : state === 1 ? 'ok' : 'same'}>
              {word ? i18n._(word) : t({ context: 'attendance', message: 'Provisional' })}
              {minutes != null && minutes > 0 && ` ${t`${minutes} min`}`}
            </Text>
          </Box>
        )
      })}
    </Stack>
  )
}
