// The states of a list as one line of choices, each with its shape and its count.
import { type ReactNode, useId } from 'react'
import { look } from './kit/look.ts'
import { Text } from './kit/parts.tsx'
import { numberFormat, useIntlLocale } from './locale.ts'
import css from './segmented-filter.module.css'
import { type MarkShape, StateMark } from './state-mark.tsx'

export interface Segment<Value extends string> {
  value: Value
  label: ReactNode
  count?: number | undefined
  shape?: MarkShape
}

export interface SegmentedFilterProps<Value extends string> {
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Shares the whole width equally, as tabs of a form do. */
  stretch?: boolean
  /** Long words go below each other where they have no room; otherwise they are moved sideways. */
  wrap?: boolean
}

export function SegmentedFilter<Value extends string>(props: SegmentedFilterProps<Value>) {
  const { segments, value, onChange } = props
  const name = useId()
  const locale = useIntlLocale()
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className={look(
        {
          fits: true,
          pad: 'half',
          ground: 'sunken',
          edge: 'line',
          round: 'control',
          ...(props.wrap ? { wrap: true } : { scroll: 'x', noBar: true }),
        },
        css.group,
        props.stretch && css.stretch,
      )}
    >
      {segments.map(segment => (
        <label
          key={segment.value}
          className={look(
            {
              inline: true,
              justify: 'center',
              gap: 2,
              rigid: true,
              relative: true,
              padX: 2,
              round: 'control',
              size: 'small',
              tone: 'ink-2',
              nowrap: true,
              pointer: true,
              brightens: true,
              lifts: true,
              ringAround: true,
            },
            css.segment,
          )}
        >
          <input
            type="radio"
            name={name}
            className="gh-hidden"
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          {segment.shape && <StateMark shape={segment.shape} />}
          <span>{segment.label}</span>
          {segment.count !== undefined && (
            <Text plain tone="ink-2">
              {numberFormat(locale).format(segment.count)}
            </Text>
          )}
        </label>
      ))}
    </div>
  )
}
