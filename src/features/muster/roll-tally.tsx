// How many stand how: each figure shows only those people, and shows all again.
import { useLingui } from '@lingui/react/macro'
import type { Standing, Tally } from '../../domain/muster/sighting.ts'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { standingWords } from './muster-words.ts'

const tones = {
  unaccounted: 'accent',
  safe: 'ok',
  injured: 'warning',
  missing: 'critical',
  notOnSite: 'ink-2',
} as const

const states = ['unaccounted', 'safe', 'injured', 'missing', 'notOnSite'] as const

interface RollTallyProps {
  tally: Tally
  only: Standing['state'] | undefined
  onOnly: (state: Standing['state'] | undefined) => void
}

export function RollTally({ tally, only, onOnly }: RollTallyProps) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  return (
    <Stack cols="repeat(5, minmax(0, 1fr))" gap={1} pad={2} role="group" aria-label={t`How people stand`}>
      {states.map(state => (
        <Stack
          key={state}
          as="button"
          type="button"
          bare
          pointer
          hovers
          gap={0}
          padY={2}
          round="control"
          text="center"
          items="center"
          ground={only === state || (only === undefined && state === 'unaccounted') ? 'accent-soft' : 'none'}
          aria-pressed={only === state}
          data-tally={state}
          onClick={() => onOnly(only === state ? undefined : state)}
        >
          <Text size="title" strong tone={tones[state]}>
            {numberFormat(locale).format(tally[state])}
          </Text>
          <Text size="caption" tone="ink-2" breaks>
            {i18n._(standingWords[state])}
          </Text>
        </Stack>
      ))}
    </Stack>
  )
}
