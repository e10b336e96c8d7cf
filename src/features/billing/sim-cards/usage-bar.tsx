// How much of its quota a SIM card has used: figures always, a bar where there is a quota, orange from 80, red from 100 %.
import { Trans } from '@lingui/react/macro'
import { fullnessOf } from '../../../domain/billing/sim-card-standing.ts'
import { Stack, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import css from './sim-cards.module.css'

const GIGA = 1024

/** Megabytes, from 1,024 on gigabytes, in the words of a language. */
export function formatMegabytes(megabytes: number, locale: string): string {
  const large = megabytes >= GIGA
  return numberFormat(locale, {
    style: 'unit',
    unit: large ? 'gigabyte' : 'megabyte',
    unitDisplay: 'short',
    maximumFractionDigits: large || megabytes < 10 ? 1 : 0,
  }).format(large ? megabytes / GIGA : megabytes)
}

const usageTones = { fine: 'accent', high: 'warning', full: 'critical' } as const

export function UsageBar({ used, quota }: { used: number; quota: number | null }) {
  const locale = useIntlLocale()
  const fullness = fullnessOf(used, quota)
  if (quota === null || !fullness)
    return (
      <Text as="bdi" size="caption" tone="ink-2" clip>
        {formatMegabytes(used, locale)}
      </Text>
    )
  const { percent, tone } = fullness
  const [has, of] = [formatMegabytes(used, locale), formatMegabytes(quota, locale)]
  return (
    <Stack as="span" gap="half" shrink wide tone={usageTones[tone]} className={css.usage}>
      <Text ground="sunken" round="small" hidden h={5} aria-hidden="true">
        <Text
          tall
          round="small"
          block
          ground={usageTones[tone]}
          style={{ inlineSize: `${Math.min(100, percent)}%` }}
        />
      </Text>
      <Text size="caption" tone={tone === 'fine' ? 'ink-2' : 'same'} clip>
        <Trans>
          <bdi>{has}</bdi> of <bdi>{of}</bdi>
        </Trans>
      </Text>
    </Stack>
  )
}
