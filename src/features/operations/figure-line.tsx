// One figure: what it is, its value, where it stands between its thresholds, and the way to what to do about it.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type FigureName, type Judged, limits, type Verdict } from '../../domain/operations/judgement.ts'
import { useByteSize } from '../../resource/byte-size.tsx'
import { Icon } from '../../ui/icons.tsx'
import { LineButton, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { figureWords, verdictLooks } from './operations-words.ts'

const UNITS = { milliseconds: 'millisecond', seconds: 'second', hours: 'hour', days: 'day' } as const

/** A value in the unit of its figure, in the language of the reader. */
export function useFigureText(): (name: FigureName, value: number) => string {
  const locale = useIntlLocale()
  const size = useByteSize()
  const { t } = useLingui()
  return (name, value) => {
    const { unit } = limits[name]
    if (unit === 'bytes') return size(value)
    if (unit === 'count') return numberFormat(locale).format(value)
    if (unit === 'percent')
      return numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(value / 100)
    // The file that says when the backup was made is not there; nothing grows.
    if (!Number.isFinite(value)) return name === 'diskDays' ? t`Not filling up` : t`None`
    // Two days are easier to grasp than 50 hours.
    const inDays = unit === 'hours' && value >= 48
    return numberFormat(locale, {
      ...{ style: 'unit', unit: inDays ? 'day' : UNITS[unit], unitDisplay: 'short' },
      maximumFractionDigits: value < 10 && unit === 'days' ? 1 : 0,
    }).format(inDays ? value / 24 : value)
  }
}

/** From where on a figure is not good. */
export function Thresholds({ figure }: { figure: FigureName }) {
  const text = useFigureText()
  const [look, act] = [text(figure, limits[figure].look), text(figure, limits[figure].act)]
  if (figure === 'channelFailing')
    return <Trans>Look at it when the last message failed, act from {act}</Trans>
  return 'below' in limits[figure] ? (
    <Trans>
      Look at it below {look}, act below {act}
    </Trans>
  ) : (
    <Trans>
      Look at it from {look}, act from {act}
    </Trans>
  )
}

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const { i18n } = useLingui()
  const { tone, word } = verdictLooks[verdict]
  return (
    <SeverityBadge tone={tone} {...(verdict === 'act' && { icon: 'alert' as const })}>
      {i18n._(word)}
    </SeverityBadge>
  )
}

export interface FigureLineProps {
  of: Judged
  /** In place of the figure's own words. */
  label?: ReactNode
  /** Under them, in place of the thresholds. */
  note?: ReactNode
  onOpen: (figure: FigureName) => void
}

export function FigureLine({ of: { figure, value, verdict }, label, note, onOpen }: FigureLineProps) {
  const { i18n } = useLingui()
  const text = useFigureText()
  return (
    <LineButton gap={3} padY={2} padX={2} round="control" touchable onClick={() => onOpen(figure)}>
      <Stack as="span" grow shrink gap="half">
        <Text breaks>{label ?? i18n._(figureWords[figure])}</Text>
        <Text size="caption" tone="ink-3">
          {note ?? <Thresholds figure={figure} />}
        </Text>
      </Stack>
      {value !== null && (
        <Text as="bdi" nowrap medium>
          {text(figure, value)}
        </Text>
      )}
      <VerdictBadge verdict={verdict} />
      <Text tone="ink-3">
        <Icon name="forward" size={14} />
      </Text>
    </LineButton>
  )
}
