// The name of a reading with its unit, in a table.
import { useLingui } from '@lingui/react/macro'
import { type ReadingKind, readings } from '../../../domain/device/readings.ts'
import { readingWords } from '../device-words.ts'
import css from './readings.module.css'

export function KindCell({ kind }: { kind: ReadingKind }) {
  const { i18n } = useLingui()
  return (
    <span className={css.cell}>
      <bdi>{i18n._(readingWords[kind])}</bdi> <bdi className={css.unit}>{readings[kind].unit}</bdi>
    </span>
  )
}
