// The state of a SIM card in a list: the carrier's word, below it where that is not what is wanted.
import { useLingui } from '@lingui/react/macro'
import { WordMark } from '../../../resource/cells.tsx'
import { Stack, Text } from '../../../ui/kit/parts.tsx'
import { DifferenceNote, type SimCard } from './difference.tsx'
import { simWords } from './sim-card-words.ts'
import css from './sim-cards.module.css'

export function StateCell({ card }: { card: SimCard }) {
  const { i18n } = useLingui()
  const word = simWords[card.state]
  return (
    <Stack as="span" shrink className={css.stateCell}>
      <WordMark word={word} label={i18n._(word.label)} />
      <Text size="caption" clip>
        <DifferenceNote card={card} />
      </Text>
    </Stack>
  )
}
