// What bar charts are made of: series, bars, and the part of the page that one bar is.
import type { ReactNode } from 'react'

/** Hues of charts; two or three at a time. Those of severities only for severities. */
export type ChartTone = 'accent' | 'ok' | 'new' | 'off' | 'critical' | 'warning' | 'attention' | 'info'

export interface BarSeries {
  id: string
  name: string
  tone: ChartTone
}

export interface Bar {
  id: string
  /** On the axis: short. */
  label: string
  /** Said and shown of the bar at hand; the label when absent. */
  title?: string
  /** One for each series, in their order; not negative. */
  values: readonly number[]
  /** The same amount in the time it is compared with: a mark on the bar. */
  before?: number | undefined
  /** Another hue than that of its series, where there is one series. */
  tone?: ChartTone
  /** Where the bar leads: `#/AlarmHistory?type=sos`. */
  href?: string | undefined
}

export interface BarChartProps {
  /** What is shown, in a few words. */
  label: string
  /** What is counted: `alarms`, `min`. */
  unit: string
  series: readonly BarSeries[]
  bars: readonly Bar[]
  layout?: 'columns' | 'rows'
  /** Series stand beside each other instead of on each other. */
  grouped?: boolean
  /** The bars are moments: they run from left to right in every language. */
  time?: boolean
  /** What `before` is called: `Week before`. */
  beforeName?: string
  /** False: the sum over the bars means nothing, such as that of averages. */
  totals?: boolean
  /** Heading of the labels in the table: `Day`, `Type`. */
  about: string
  /** Of the columns, in pixels. */
  height?: number
  /** A figure in words; a number in the reader's language when absent. */
  format?: (value: number) => string
}

/** What both layouts get. */
export interface BarPartsProps extends BarChartProps {
  say: (value: number) => string
  /** A bar with its figures in one sentence. */
  sentence: (bar: Bar) => string
}

export const totalOf = (bar: Bar): number => bar.values.reduce((sum, value) => sum + value, 0)

interface PartProps {
  bar: Bar
  at: number
  stop: number
  className: string | undefined
  label: string
  /** Its own words stand in it: they name it, and `label` only says more. */
  worded?: boolean
  onFocus?: () => void
  children: ReactNode
}

/** A bar that can be reached: a link where it leads somewhere, else something to read. */
export function Part({ bar, at, stop, className, label, worded = false, onFocus, children }: PartProps) {
  const common = {
    className,
    'data-part': at,
    tabIndex: at === stop ? 0 : -1,
    onFocus,
  }
  if (bar.href) {
    return (
      <a href={bar.href} {...(worded ? { title: label } : { 'aria-label': label })} {...common}>
        {children}
      </a>
    )
  }
  return (
    <div role="img" aria-label={label} {...common}>
      {children}
    </div>
  )
}
