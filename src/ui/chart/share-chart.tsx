// Parts of a whole as a ring with its names beside it: the six largest, the rest in one.
import { useLingui } from '@lingui/react/macro'
import { look } from '../kit/look.ts'
import { Box, Center, List, Row, Stack, Text } from '../kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../locale.ts'
import { ChartFigures } from './chart-figures.tsx'
import { ChartHost } from './chart-host.tsx'
import { useSameInput } from './same-input.ts'
import css from './share-chart.module.css'
import { type Slice, shownSlices } from './share-slices.ts'
import { Swatch } from './swatch.tsx'
import { sliceStyle } from './tones.ts'

export interface ShareChartProps {
  /** What is shown, in a few words. */
  label: string
  /** What is counted, under the total: `alarms`. */
  unit: string
  /** In any order; the largest are shown first. */
  slices: readonly Slice[]
  /** Heading of the names in the table. */
  about: string
  format?: (value: number) => string
}

export function ShareChart({ label, unit, slices, about, format }: ShareChartProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const say = format ?? (value => numberFormat(locale, { maximumFractionDigits: 2 }).format(value))
  const total = slices.reduce((sum, slice) => sum + slice.value, 0)
  const shown = shownSlices(slices, t`Others`)
  const input = useSameInput({ parts: shown.map(({ id, name, value }) => ({ id, name, value })) })
  if (total === 0) return <Text as="p" padY={6} tone="ink-3" text="center">{t`Nothing in this time`}</Text>
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <Box as="figure" shrink>
      <figcaption className="gh-hidden">{label}</figcaption>
      <Row wrap gap={3} columnGap={5}>
        <Center w={172} h={172} rigid middling>
          <ChartHost kind="share" input={input} className={css.picture} />
          <Stack as="p" area="1 / 1" maw={104} size="caption" tone="ink-3" text="center" aria-hidden="true">
            <Text as="b" size="title" strong tone="ink">
              <bdi>{say(total)}</bdi>
            </Text>
            <span>{unit}</span>
          </Stack>
        </Center>
        <List stack grows="small" shrink aria-label={label}>
          {shown.map(({ id, name, value, share, href }, at) => {
            const figure = say(value)
            const part = percent.format(share)
            const content = (
              <>
                <Swatch color={sliceStyle(at)} at={at} />
                <Text clip title={name}>
                  <bdi>{name}</bdi>
                </Text>
                <Text tone="ink-2" nowrap>
                  <Text as="b" strong tone="ink">
                    {figure}
                  </Text>{' '}
                  <span>{part}</span>
                </Text>
              </>
            )
            return (
              <li key={id}>
                {href ? (
                  <a
                    className={look(
                      {
                        stack: true,
                        align: 'center',
                        columns: 'startRestEnd',
                        gap: 2,
                        atLeast: 'chip',
                        padX: 2,
                        round: 'control',
                        size: 'small',
                        tone: 'ink',
                        undecorated: true,
                        ringInside: true,
                      },
                      css.line,
                    )}
                    href={href}
                  >
                    {content}
                  </a>
                ) : (
                  <Stack
                    as="span"
                    align="center"
                    columns="startRestEnd"
                    gap={2}
                    atLeast="chip"
                    padX={2}
                    round="control"
                    size="small"
                    tone="ink"
                    undecorated
                    ringInside
                    className={css.line}
                  >
                    {content}
                  </Stack>
                )}
              </li>
            )
          })}
        </List>
      </Row>
      <ChartFigures
        caption={label}
        columns={[about, unit, '%']}
        rows={[...slices]
          .sort((a, b) => b.value - a.value)
          .map(slice => ({
            id: slice.id,
            cells: [slice.name, say(slice.value), percent.format(slice.value / total)],
          }))}
      />
    </Box>
  )
}
