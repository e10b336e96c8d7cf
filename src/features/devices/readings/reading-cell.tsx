// One newest value in a table: with its unit, marked beyond its limits, with its age once it is old. Plain elements.

import { useLingui } from '@lingui/react/macro'
import type { latestReading } from '../../../domain/device/latest-reading.ts'
import { type ReadingKind, readingKinds, readings } from '../../../domain/device/readings.ts'
import type { RowOf } from '../../../domain/entity.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { formatAge } from '../../../ui/age.tsx'
import { Battery } from '../../../ui/battery.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Inline, Row, Text } from '../../../ui/kit/parts.tsx'
import { formatMoment, intlLocale, numberFormat } from '../../../ui/locale.ts'
import { SignalBars } from '../../../ui/signal-bars.tsx'
import { readingWords } from '../device-words.ts'
import {
  decimalsFor,
  everyFor,
  isOld,
  judged,
  limitsFor,
  type ProductReading,
  readSettingsOf,
  type Settings,
} from './reading-facts.ts'
import css from './readings.module.css'

export type LatestRow = RowOf<typeof latestReading>

interface CellProps {
  kind: ReadingKind
  value: number
  row: LatestRow
  models: readonly ProductReading[]
}

// A row has many cells and one set of settings.
const read = new WeakMap<object, Settings>()

function settingsOf({ settings }: LatestRow): Settings | undefined {
  if (!settings) return undefined
  const known = read.get(settings)
  if (known) return known
  const made = readSettingsOf(settings)
  read.set(settings, made)
  return made
}

export function ReadingCell({ kind, value, row, models }: CellProps) {
  const { i18n, t } = useLingui()
  const locale = intlLocale(i18n.locale)
  const model = models.find(each => each.productId === row.productId && each.kind === kind)
  const settings = settingsOf(row)
  const at = row[`${kind}At`]
  const verdict = judged(value, limitsFor(kind, settings, model))
  const now = serverNow()
  const old = at !== null && isOld(at, now, everyFor(kind, settings, model))
  const number = numberFormat(locale, { maximumFractionDigits: decimalsFor(kind, model) })
  return (
    <Inline align="baseline" gap={1} nowrap title={at === null ? undefined : formatMoment(at)}>
      {kind === 'battery' ? (
        <Battery bare percent={value} />
      ) : kind === 'signal' ? (
        <SignalBars strength={value} online={row.state === 'online'} />
      ) : (
        // An amount is read from left to right everywhere.
        <Inline align="baseline" gap={1} dir="ltr">
          <bdi className={verdict === 'inside' ? undefined : look({ strong: true, tone: 'critical' })}>
            {verdict === 'above' ? '▲ ' : verdict === 'below' ? '▼ ' : ''}
            {number.format(value)}
            {verdict !== 'inside' && (
              <span className="gh-hidden">
                {' '}
                {verdict === 'above' ? t`above the limit` : t`below the limit`}
              </span>
            )}
          </bdi>
          <Text as="bdi" size="caption" plain tone="ink-3" className={css.unit}>
            {readings[kind].unit}
          </Text>
        </Inline>
      )}
      {old && at !== null && (
        <Text size="caption" tone="attention">
          {formatAge(at, now, locale)}
        </Text>
      )}
    </Inline>
  )
}

const SUMMED = 4
/** What every device has says least. */
const last: readonly ReadingKind[] = ['signal', 'battery', 'steps']

/** The telling readings of a device in one cell. */
export function ReadingSummary({ row, models }: { row: LatestRow; models: readonly ProductReading[] }) {
  const { i18n } = useLingui()
  const known = readingKinds.filter(kind => row[kind] !== null)
  const order = [...known.filter(kind => !last.includes(kind)), ...last.filter(kind => known.includes(kind))]
  if (order.length === 0)
    return (
      <Text plain tone="ink-3">
        —
      </Text>
    )
  return (
    <Row as="span" align="stretch" gap={1} columnGap={3} hidden className={css.summary}>
      {order.slice(0, SUMMED).map(kind => (
        <Inline key={kind} align="baseline" gap={1} nowrap title={i18n._(readingWords[kind])}>
          <span className="gh-hidden">{i18n._(readingWords[kind])}</span>
          <ReadingCell kind={kind} value={row[kind] ?? 0} row={row} models={models} />
        </Inline>
      ))}
    </Row>
  )
}
