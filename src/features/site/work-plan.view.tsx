// Words and looks of work plans as a list, and their form.
import { msg } from '@lingui/core/macro'
import { workPlan } from '../../domain/site/work-plan.ts'
import { TodayField } from '../../resource/today-field.tsx'
import { viewOf } from '../../resource/view.ts'
import { PlanPeek } from './plan-peek.tsx'
import { planStateWords } from './site-words.ts'

export const workPlanView = viewOf(workPlan, {
  title: msg({ context: 'page', message: 'Work plans' }),
  titleOne: msg`Work plan`,
  icon: 'calendar',
  add: msg`Add plan`,
  removeQuestion: msg`Delete the work plan?`,
  draft: true,
  empty: {
    title: msg`No work plans yet`,
    why: msg`A plan has a first day and a number of days; its sub-plans lie within it.`,
    icon: 'calendar',
  },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'calendar',
      width: 200,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 140 },
    { of: 'parentName', label: msg`Superior plan`, width: 160 },
    { of: 'startOn', label: msg`Start`, width: 120 },
    { of: 'periodDays', label: msg`Period in days`, type: 'number', width: 130, align: 'end' },
    { of: 'endOn', label: msg({ context: 'plan', message: 'Last day' }), width: 120 },
    { of: 'workerName', label: msg`Responsible`, width: 130 },
    { of: 'subPlans', label: msg`Sub-plans`, type: 'number', width: 110, align: 'end', quiet: true },
    { of: 'baselineStartOn', label: msg`Start by the baseline`, width: 150, quiet: true, hidden: true },
    {
      of: 'baselineDays',
      label: msg`Days by the baseline`,
      type: 'number',
      width: 150,
      align: 'end',
      quiet: true,
      hidden: true,
    },
    { of: 'doneOn', label: msg`Completed on`, width: 130, quiet: true, hidden: true },
    { of: 'reason', label: msg`Reason`, width: 180, quiet: true, hidden: true },
    { of: 'predecessorNames', label: msg`Waits for`, type: 'list', width: 180, quiet: true, hidden: true },
    { of: 'departmentName', label: msg`Department`, width: 130, quiet: true, hidden: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'calendar', title: 'name', state: 'state', detail: ['startOn', 'endOn', 'workerName'] },
  words: { state: planStateWords },
  filters: {
    state: msg`State`,
    startOn: msg`Start`,
    endOn: msg({ context: 'plan', message: 'Last day' }),
    name: msg`Name`,
  },
  initial: { periodDays: 7 },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'parentId', label: msg`Superior plan` },
    { of: 'startOn', label: msg`Start` },
    { of: 'periodDays', label: msg`Period in days` },
    { of: 'predecessorIds', label: msg`Waits for` },
    { of: 'workerId', label: msg`Responsible` },
    { of: 'departmentId', label: msg`Department` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  actions: {
    complete: {
      label: msg`Complete`,
      icon: 'check',
      primary: true,
      input: [
        {
          of: 'doneOn',
          label: msg`Completed on`,
          render: control => <TodayField control={control} name="doneOn" />,
        },
      ],
      done: msg`Completed`,
    },
    markAbnormal: {
      label: msg`Mark as abnormal`,
      icon: 'alert',
      input: [{ of: 'reason', label: msg`Reason`, kind: 'textarea' }],
    },
    reopen: { label: msg`Reopen`, icon: 'undo' },
    setBaseline: {
      label: msg`Take as the baseline`,
      icon: 'pin',
      confirm: msg`Measure the plan from now on by the days that it has now? The baseline before is given up.`,
    },
  },
  slots: { peek: ({ row }) => <PlanPeek plan={row} /> },
})
