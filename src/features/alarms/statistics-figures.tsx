// The figures that matter, each against the period before.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { durationText } from './duration.ts'
import { changeOf } from './statistics-change.ts'
import css from './statistics-figures.module.css'
import { logPath, type Statistics, type StatisticsSearch } from './statistics-search.ts'

interface StatisticsFiguresProps {
  now: Statistics
  before: Statistics | undefined
  search: StatisticsSearch
  /** The present moment, in steps of a minute. */
  at: number
}

export function StatisticsFigures({ now, before, search, at }: StatisticsFiguresProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const number = numberFormat(locale)
  const time = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? '—' : durationText(ms, locale)
  return (
    <Stack gap={3} tiles="small" className={css.figures}>
      <Figure
        label={t`Alarms`}
        value={number.format(now.total)}
        href={logPath(search, at)}
        change={changeOf(now.total, before?.total)}
        before={before && number.format(before.total)}
      />
      <Figure
        label={t`Not handled yet`}
        value={number.format(now.open)}
        href={logPath(search, at, { status: 'open,taken' })}
        change={changeOf(now.open, before?.open)}
        before={before && number.format(before.open)}
      />
      <Figure
        label={t`Until acknowledged`}
        value={time(now.acknowledgeMs)}
        change={changeOf(now.acknowledgeMs, before?.acknowledgeMs)}
        before={before && time(before.acknowledgeMs)}
        note={<Trans>median</Trans>}
      />
      <Figure
        label={t`Until handled`}
        value={time(now.handleMs)}
        change={changeOf(now.handleMs, before?.handleMs)}
        before={before && time(before.handleMs)}
        note={<Trans>median</Trans>}
      />
      <Figure
        apart
        label={t`On test, not counted here`}
        value={number.format(now.onTest)}
        href={now.onTest > 0 ? logPath(search, at, { onTest: true }) : undefined}
        note={<Plural value={now.onTest} one="alarm hidden" other="alarms hidden" />}
      />
    </Stack>
  )
}

interface FigureProps {
  label: string
  value: string
  href?: string | undefined
  change?: number | undefined
  before?: string | undefined
  note?: ReactNode
  apart?: boolean
}

function Figure({ label, value, href, change, before, note, apart }: FigureProps) {
  const locale = useIntlLocale()
  const percent = numberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  })
  const content = (
    <>
      <Text size="caption" tone="ink-2">
        {label}
      </Text>
      <Text as="strong" size="figure" strong>
        <bdi>{value}</bdi>
      </Text>
      <Row as="span" wrap align="stretch" gap={0} columnGap={2} size="caption" tone="ink-3">
        {change !== undefined && (
          // Fewer alarms and shorter times are better.
          <span
            className={
              change > 0
                ? look({ inline: true, gap: 'half', strong: true, tone: 'warning' })
                : change < 0
                  ? look({ inline: true, gap: 'half', strong: true, tone: 'ok' })
                  : undefined
            }
          >
            {change !== 0 && <Icon name={change > 0 ? 'up' : 'down'} size={12} />}
            <bdi dir="ltr">{percent.format(change)}</bdi>
          </span>
        )}
        {before !== undefined && (
          <span>
            <Trans>before: {before}</Trans>
          </span>
        )}
        {note && <span>{note}</span>}
      </Row>
    </>
  )
  const name = apart ? `${css.figure} ${css.apart}` : css.figure
  return href ? (
    <a className={name} href={href}>
      {content}
    </a>
  ) : (
    <div className={name}>{content}</div>
  )
}
