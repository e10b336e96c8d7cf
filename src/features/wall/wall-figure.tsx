// A figure of a wall, read from three metres: with its age and yesterday; an old one is hatched and shows its age instead.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { z } from 'zod/mini'
import type { sceneFigure } from '../../contract/endpoints/scene.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { figures } from '../../domain/scene/figures.ts'
import { isFigureStale } from '../../domain/scene/scenes.ts'
import { figureWords } from '../../resource/scene-words.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import css from './wall.module.css'

export function WallFigure({ figure, now }: { figure: z.output<typeof sceneFigure>; now: number }) {
  const { i18n } = useLingui()
  const number = numberFormat(useIntlLocale())
  const stale = isFigureStale(figure.at, now)
  const tone = figure.value > 0 && !stale ? figures[figure.key].tone : undefined
  const minutes = Math.floor((now - figure.at) / MINUTE_MS)
  const seconds = Math.max(0, Math.floor((now - figure.at) / 1000))
  return (
    <li className={css.figure} data-figure={figure.key} data-stale={stale || undefined} data-tone={tone}>
      <Text tone="ink-2" className={css.small}>
        {i18n._(figureWords[figure.key])}
        {stale && (
          <>
            {' '}
            <Trans>(data stopped)</Trans>
          </>
        )}
      </Text>
      <Text strong tone={tone ?? 'ink'} className={css.value} data-value="">
        {stale ? (
          <Plural value={minutes} one="# min" other="# min" />
        ) : (
          <bdi>
            {number.format(figure.value)}
            {figure.of !== null && (
              <Text tone="ink-2" className={css.of}>
                {' '}
                / {number.format(figure.of)}
              </Text>
            )}
          </bdi>
        )}
      </Text>
      <Text tone="ink-2" className={css.small}>
        {stale ? (
          <Trans>Last {number.format(figure.value)}</Trans>
        ) : (
          <>
            {figure.yesterday != null && (
              <>
                <Trans>Yesterday {number.format(figure.yesterday)}</Trans>
                {' · '}
              </>
            )}
            <Trans>{seconds} s ago</Trans>
          </>
        )}
      </Text>
    </li>
  )
}
