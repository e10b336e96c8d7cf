// Plans as bars over their days: the baseline under each, today as a line, what is critical by shape and word. Time runs from left
// to right, as in all charts. A row is one button; arrows walk from row to row.
import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { lateBy, type PlanRow, type Scheduled } from '../../domain/site/plan-schedule.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Inline, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import css from './plan-chart.module.css'
import type { WorkPlan } from './plan-peek.tsx'
import { monthName, type Span, share, spanOf } from './plan-span.ts'
import { planStateWords } from './site-words.ts'

interface PlanChartProps {
  rows: readonly PlanRow<WorkPlan>[]
  schedule: ReadonlyMap<number, Scheduled>
  today: string
  open: number | undefined
  onOpen: (id: number) => void
}

/** Pixels of a day where there is room for them. */
const DAY = 9

export function PlanChart({ rows, schedule, today, open, onOpen }: PlanChartProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const scroller = useRef<HTMLDivElement>(null)
  const span = spanOf(
    rows.map(({ plan }) => plan),
    today,
  )
  const at = share(span, today)
  // What is now is what people look for first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and when other days are shown
  useEffect(() => {
    const element = scroller.current
    if (element) element.scrollLeft = (at / 100) * span.days * DAY - element.clientWidth / 2
  }, [span.from, span.days])
  return (
    <div
      className={look({ ground: 'surface', edge: 'line', round: 'card', scroll: 'both' }, css.chart)}
      ref={scroller}
    >
      <div className={css.inside} style={{ '--gh-span': `${span.days * DAY}px` }}>
        <div className={css.head} aria-hidden="true">
          <div className={css.corner} />
          <div className={css.line} dir="ltr">
            {span.months.map(month => (
              <Text
                key={month}
                size="caption"
                tone="ink-3"
                nowrap
                className={css.month}
                style={{ left: `${share(span, month)}%` }}
              >
                {monthName(month, locale)}
              </Text>
            ))}
            <Text size="caption" strong tone="accent" nowrap className={css.now} style={{ left: `${at}%` }}>
              <Trans>Today</Trans>
            </Text>
          </div>
        </div>
        <ul className={look({ list: true })} aria-label={t`Plans over time`} onKeyDown={walk}>
          {rows.map(row => (
            <li key={row.plan.id}>
              <PlanLine
                row={row}
                scheduled={schedule.get(row.plan.id)}
                span={span}
                today={today}
                current={row.plan.id === open}
                onOpen={() => onOpen(row.plan.id)}
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

interface PlanLineProps {
  row: PlanRow<WorkPlan>
  scheduled: Scheduled | undefined
  span: Span
  today: string
  current: boolean
  onOpen: () => void
}

function PlanLine({ row, scheduled, span, today, current, onOpen }: PlanLineProps) {
  const { i18n, t } = useLingui()
  const { plan, depth, hasSubPlans } = row
  const late = lateBy(plan, today)
  const critical = scheduled?.critical === true
  const { baselineStartOn, baselineDays, startOn, endOn, periodDays } = plan
  const width = (days: number) => `${(days / span.days) * 100}%`
  const state = late > 0 ? 'late' : plan.state
  return (
    <button
      type="button"
      className={look(
        { bare: true, pointer: true, wide: true, picked: true, ringInside: true, hovers: true },
        css.row,
      )}
      {...(current && { 'aria-current': true })}
      onClick={onOpen}
    >
      <span className={css.name} style={{ '--gh-depth': depth }}>
        <Text as="bdi" clip strong={hasSubPlans}>
          {plan.name}
        </Text>
        <Inline size="caption" tone="ink-3" gap={2} wrap>
          <bdi dir="ltr">
            {startOn} – {endOn}
          </bdi>
          {critical && (
            <Text tone="critical" strong>
              {t`Critical`}
            </Text>
          )}
          {late > 0 ? (
            <Text tone="critical">{t`Late by days: ${late}`}</Text>
          ) : (
            <Text>{i18n._(planStateWords[plan.state].label)}</Text>
          )}
          {scheduled?.tooEarly && <Text tone="attention">{t`Begins too early`}</Text>}
        </Inline>
      </span>
      <span className={css.line} dir="ltr" aria-hidden="true">
        {span.months.map(month => (
          <i key={month} className={css.tick} style={{ left: `${share(span, month)}%` }} />
        ))}
        <i className={css.today} style={{ left: `${share(span, today)}%` }} />
        <i
          className={css.bar}
          data-state={state}
          data-whole={hasSubPlans || undefined}
          data-critical={critical || undefined}
          style={{ left: `${share(span, startOn)}%`, width: width(periodDays) }}
        >
          {critical && <i className={css.mark} />}
          {plan.state === 'done' && <Icon name="check" size={12} />}
        </i>
        {baselineStartOn !== null && baselineDays !== null && (
          <i
            className={css.baseline}
            style={{ left: `${share(span, baselineStartOn)}%`, width: width(baselineDays) }}
          />
        )}
      </span>
    </button>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex(button => button.matches(':focus'))
  const step = STEPS[event.key]
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : step && at + step
  if (next === undefined || at < 0 || next < 0 || next >= buttons.length) return
  event.preventDefault()
  buttons[next]?.focus()
}
