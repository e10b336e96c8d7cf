// The panel of a work plan: its days against the baseline, what it waits for, what lies in it, what is kept for it.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import { daysFrom } from '../../domain/site/calendar-day.ts'
import { endOf } from '../../domain/site/plan-schedule.ts'
import type { workPlan } from '../../domain/site/work-plan.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { Facts } from '../../ui/facts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { stockReservationView } from './stock-reservation.view.tsx'

export type WorkPlan = RowOf<typeof workPlan>

export function PlanPeek({ plan }: { plan: WorkPlan }) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const signed = numberFormat(useIntlLocale(), { signDisplay: 'exceptZero' })
  const { baselineStartOn, baselineDays } = plan
  const baseline =
    baselineStartOn !== null && baselineDays !== null
      ? { startOn: baselineStartOn, periodDays: baselineDays }
      : undefined
  const [from, to] = [baseline?.startOn, baseline && endOf(baseline)]
  const shift = to === undefined ? undefined : signed.format(daysFrom(to, plan.endOn))
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'start', label: t`Start`, value: plan.startOn },
            { id: 'days', label: t`Period in days`, value: number.format(plan.periodDays) },
            { id: 'end', label: t({ context: 'plan', message: 'Last day' }), value: plan.endOn },
            { id: 'baseline', label: t`Baseline`, value: baseline && t`${from} to ${to}` },
            { id: 'shift', label: t`Days against the baseline`, value: shift },
            { id: 'parent', label: t`Superior plan`, value: plan.parentName },
            { id: 'waits', label: t`Waits for`, value: plan.predecessorNames.join(', ') },
            { id: 'worker', label: t`Responsible`, value: plan.workerName },
            { id: 'done', label: t`Completed on`, value: plan.doneOn },
            { id: 'reason', label: t`Reason`, value: plan.reason },
            { id: 'department', label: t`Department`, value: plan.departmentName },
            { id: 'note', label: t`Note`, value: plan.note },
          ]}
        />
      </PeekSection>
      <PeekSection title={<Trans>Kept for it in the store</Trans>}>
        <RelatedList
          view={stockReservationView}
          query={{ planId: plan.id }}
          none={<Trans>Nothing is kept for it</Trans>}
          all={`/manageStorage?tab=kept&planId=${plan.id}`}
        />
      </PeekSection>
    </>
  )
}
