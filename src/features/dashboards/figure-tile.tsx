// One figure: how many, of how many, how it was the same hours before, how old it is. A press opens the list behind it.
import { Trans, useLingui } from '@lingui/react/macro'
import type * as z from 'zod/mini'
import type { sceneFigure } from '../../contract/endpoints/scene.ts'
import { addressOfFigure, figures, type Moments } from '../../domain/scene/figures.ts'
import { isFigureStale } from '../../domain/scene/scenes.ts'
import { figureWords } from '../../resource/scene-words.ts'
import { Age } from '../../ui/age.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import css from './scene-page.module.css'

export type SceneFigure = z.output<typeof sceneFigure>

interface FigureTileProps {
  figure: SceneFigure
  moments: Moments
  now: number
  /** Whether a page lies open to this person. */
  opens: (path: string) => boolean
}

export function FigureTile({ figure, moments, now, opens }: FigureTileProps) {
  const { i18n } = useLingui()
  const number = numberFormat(useIntlLocale())
  const facts = figures[figure.key]
  const stale = isFigureStale(figure.at, now)
  const tone = figure.value > 0 && !stale ? facts.tone : undefined
  const address = addressOfFigure(facts, moments)
  const body = (
    <>
      <Row as="span" align="baseline" gap={1}>
        <Text size="big" strong tone={tone ?? 'ink'} className={css.value} data-value="">
          <bdi>{number.format(figure.value)}</bdi>
        </Text>
        {figure.of !== null && (
          <Text size="section" tone="ink-2">
            <bdi>/ {number.format(figure.of)}</bdi>
          </Text>
        )}
      </Row>
      <Text size="small" tone="ink-2">
        {i18n._(figureWords[figure.key])}
      </Text>
      {!stale && figure.yesterday !== undefined && <Before figure={figure} />}
      <Text size="caption" tone={stale ? 'warning' : 'ink-3'}>
        <Age at={figure.at} />
      </Text>
    </>
  )
  const tile = {
    stack: true,
    content: 'start',
    gap: 0,
    padX: 3,
    padY: 2,
    round: 'card',
    edge: 'line',
    ground: 'surface',
    undecorated: true,
    tone: 'ink',
  } as const
  return (
    <Stack as="li" gap={0} className={css.figure} data-figure={figure.key} data-stale={stale || undefined}>
      {opens(address.split('?')[0] ?? '') ? (
        <a className={look({ ...tile, hovers: true, pointer: true }, css.tile)} href={`#${address}`}>
          {body}
        </a>
      ) : (
        <div className={look(tile, css.tile)}>{body}</div>
      )}
    </Stack>
  )
}

function Before({ figure: { yesterday, lastWeek } }: { figure: SceneFigure }) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const said = (count: number | null | undefined) =>
    count == null ? t({ context: 'figure', message: 'unknown' }) : number.format(count)
  const [day, week] = [said(yesterday), said(lastWeek)]
  return (
    <Text size="caption" tone="ink-2">
      <Trans comment="Counts at the same time of day">
        Yesterday {day} · week before {week}
      </Trans>
    </Text>
  )
}
