// What bar charts are told, and what both of their layouts get.
import type { BarSeries, BarValues } from './options/bars.ts'

export interface Bar extends BarValues {
  /** Said and shown of the bar at hand; the label when absent. */
  title?: string
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

export interface BarLayoutProps extends BarChartProps {
  say: (value: number) => string
  /** A bar with its figures in one sentence. */
  sentence: (bar: Bar) => string
}
