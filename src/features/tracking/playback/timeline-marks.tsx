// Under the slider: when it stood, when nothing was heard, and what happened, each at its place in time.
import { useLingui } from '@lingui/react/macro'
import { memo, useContext } from 'react'
import { playedAt, type Timeline } from '../../../domain/track/timeline.ts'
import { look } from '../../../ui/kit/look.ts'
import { Box, Text } from '../../../ui/kit/parts.tsx'
import { formatMoment } from '../../../ui/locale.ts'
import { AlarmWordsContext } from './alarm-words-context.ts'
import type { Happened } from './happened.ts'
import { wordsFor } from './happened-words.ts'
import { hitAreasOf } from './hit-areas.ts'
import css from './playback-bar.module.css'

interface TimelineMarksProps {
  timeline: Timeline
  happened: readonly Happened[]
  length: number
  onPick: (one: Happened) => void
}

const MOST = 150

export const TimelineMarks = memo(function TimelineMarks(props: TimelineMarksProps) {
  const { timeline, happened, length, onPick } = props
  const { i18n } = useLingui()
  const alarmWords = useContext(AlarmWordsContext)
  if (length <= 0) return null
  const share = (moment: number) => (playedAt(timeline, moment) / length) * 100
  const stretches = happened.filter(({ kind }) => kind === 'stop' || kind === 'gap').slice(0, MOST)
  const marks = happened
    .filter(({ kind }) => kind === 'alarm' || kind === 'exit' || kind === 'entry' || kind === 'dwell')
    .slice(0, MOST)
  const areas = hitAreasOf(marks.map(one => share(one.at)))
  return (
    <Box h={24} relative className={css.marks}>
      <div aria-hidden="true">
        {stretches.map(one => (
          <i
            key={one.id}
            className={css[one.kind]}
            style={{
              insetInlineStart: `${share(one.at)}%`,
              inlineSize: `${Math.max(0.3, share(one.to ?? one.at) - share(one.at))}%`,
            }}
          />
        ))}
        {marks.map(one => (
          <Text
            as="i"
            key={one.id}
            square={3}
            insetY="0 auto"
            absolute
            className={css.sign}
            style={{ insetInlineStart: `${share(one.at)}%`, color: `var(--gh-${one.tone})` }}
          />
        ))}
      </div>
      {marks.map((one, index) => {
        const { from, to } = areas[index] ?? { from: 0, to: 100 }
        const label = `${formatMoment(one.at)} ${i18n._(wordsFor(one, alarmWords))}`
        return (
          <button
            key={one.id}
            type="button"
            className={look({ bare: true, pad: 0, pointer: true, absolute: true }, css.mark)}
            tabIndex={-1}
            style={{ '--gh-at': `${share(one.at)}%`, '--gh-from': `${from}%`, '--gh-to': `${to}%` }}
            aria-label={label}
            title={label}
            onClick={() => onPick(one)}
          />
        )
      })}
    </Box>
  )
})
