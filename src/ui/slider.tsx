// A slider over a range, for playback and settings; native, so that keys, touch and mirroring come with it.
import { useLingui } from '@lingui/react/macro'
import { useContext, useEffect } from 'react'
import { look } from './kit/look.ts'
import { ProblemToast } from './problem-toast.ts'
import css from './slider.module.css'

export interface SliderProps {
  /** What the slider is called in the page that owns it; without one it says so. */
  mc?: string
  label: string
  min: number
  max: number
  step?: number
  value: number
  onChange: (value: number) => void
  /** The value in words: "1:20 of 3:00". */
  valueText?: string
  disabled?: boolean
  /** Time does not mirror: keeps left-to-right in right-to-left text. */
  time?: boolean
}

export function Slider(props: SliderProps) {
  const { t } = useLingui()
  const { mc, min, max, value } = props
  const tellProblem = useContext(ProblemToast)
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for a slider, not on every new callback
  useEffect(() => {
    if (!mc) tellProblem(t`The slider has no mc value`)
  }, [mc])
  const share = max > min ? ((Math.min(max, Math.max(min, value)) - min) / (max - min)) * 100 : 0
  return (
    <input
      type="range"
      className={look({ wide: true, ground: 'none', pointer: true, fades: true }, css.slider)}
      name={mc}
      dir={props.time ? 'ltr' : undefined}
      aria-label={props.label}
      aria-valuetext={props.valueText}
      min={min}
      max={max}
      step={props.step ?? 'any'}
      value={value}
      disabled={props.disabled}
      style={{ '--gh-share': `${share}%` }}
      onChange={event => props.onChange(event.target.valueAsNumber)}
    />
  )
}
