// One figure: how many, of how many, how it is split, how it was the same hours before, how old it is. A press opens its list.
import { Trans, useLingui } from '@lingui/react/macro'
import type * as z from 'zod/mini'
import type { sceneFigure } from '../../contract/endpoints/scene.ts'
import { addressOfFigure, figures, type Moments } from '../../domain/scene/figures.ts'
import { isFigureStale } from '../../domain/scene/scenes.ts'
import { figureWords, partWord } from '../../resource/scene-words.ts'
import { Age } from '../../ui/age.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { StateMark } from '../../ui/state-mark.tsx'
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
  const open = opens(address.split('?')[0] ?? '')
  const head = (
    <>
      <Row as="span" align="baseline" gap={1} nowrap>
        <Text size="big" strong tone={tone ?? 'ink'} className={css.value} data-value="">
          <bdi>{number.format(figure.value)}</bdi>
        </Text>
        {figure.of !== null && (
          <Text size="section" tone="ink-2">
            <bdi>/ {number.format(figure.of)}</bdi>
          </Text>
        )}
      </Row>
      <Text size="small" tone="ink-2" block>
        {i18n._(figureWords[figure.key])}
      </Text>
    </>
  )
  return (
    <Stack
      as="li"
      relative
      content="start"
      gap={0}
      padX={3}
      padY={2}
      round="card"
      edge="line"
      ground="surface"
      tone="ink"
      hovers={open}
      className={css.figure}
      data-figure={figure.key}
      data-stale={stale || undefined}
    >
      {open ? (
        <a className={look({ undecorated: true, tone: 'ink', pointer: true }, css.open)} href={`#${address}`}>
          {head}
        </a>
      ) : (
        <div>{head}</div>
      )}
      {!stale && <Parts figure={figure} moments={moments} open={open} />}
      {!stale && figure.yesterday !== undefined && <Before figure={figure} />}
      <Text size="caption" tone={stale ? 'warning' : 'ink-3'}>
        <Age at={figure.at} />
      </Text>
    </Stack>
  )
}

interface PartsProps {
  figure: SceneFigure
  moments: Moments
  open: boolean
}

/** How the figure is split: each word with its number, and its own list. */
function Parts({ figure: { key, parts }, moments, open }: PartsProps) {
  const { i18n } = useLingui()
  const number = numberFormat(useIntlLocale())
  if (!parts || parts.length === 0) return null
  return (
    <List className={css.parts}>
      {parts.map(({ word, value }) => {
        const known = partWord(word)
        if (!known) return null
        const said = (
          <>
            {known.shape && <StateMark shape={known.shape} />} <bdi>{number.format(value)}</bdi>{' '}
            {i18n._(known.label)}
          </>
        )
        return (
          <Text as="li" key={word} size="caption" tone="ink-2" data-part={word}>
            {open ? (
              <a
                className={look({ tone: 'same', quietLink: true })}
                href={`#${addressOfFigure(figures[key], moments, word)}`}
              >
                {said}
              </a>
            ) : (
              said
            )}
          </Text>
        )
      })}
    </List>
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
