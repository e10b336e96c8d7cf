// The name of a reading with its unit, in a table.
import { useLingui } from '@lingui/react/macro'
import { type ReadingKind, readings } from '../../../domain/device/readings.ts'
import { Inline, Text } from '../../../ui/kit/parts.tsx'
import { readingWords } from '../device-words.ts'
import css from './readings.module.css'

export function KindCell({ kind }: { kind: ReadingKind }) {
  const { i18n } = useLingui()
  return (
    <Inline align="baseline" gap={1} nowrap>
      <bdi>{i18n._(readingWords[kind])}</bdi>{' '}
      <Text as="bdi" size="caption" plain tone="ink-3" className={css.unit}>
        {readings[kind].unit}
      </Text>
    </Inline>
  )
}
