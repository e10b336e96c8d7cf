// One of the six states as a word with its shape.
import { useLingui } from '@lingui/react/macro'
import { Inline, Text } from '../../ui/kit/parts.tsx'
import { stateWords } from './attendance-words.ts'

const tones = ['critical', 'ok', 'warning', 'warning'] as const
const shapes = ['■', '–', '▲', '▽'] as const

export function StateCell({ code }: { code: number | null }) {
  const { i18n } = useLingui()
  const word = code === null ? undefined : stateWords[code]
  if (code === null || !word) return <Text tone="ink-3">·</Text>
  return (
    <Inline gap={1} tone={tones[code]}>
      <span aria-hidden="true">{shapes[code]}</span>
      {i18n._(word)}
    </Inline>
  )
}
