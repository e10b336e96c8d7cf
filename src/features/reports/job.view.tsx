// Words and looks of background jobs: what waits, what runs, what failed and why.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { job } from '../../domain/job/job.ts'
import type { JobName } from '../../domain/job/job-name.ts'
import { viewOf } from '../../resource/view.ts'
import { JobPeek } from './job-peek.tsx'
import { jobFailures } from './job-words.ts'
import { TaskTabs } from './task-tabs.tsx'

const kinds: Record<JobName, MessageDescriptor> = {
  task: msg`Download task`,
  attendance: msg`Judging of attendance`,
  allocation: msg`Allocation of devices`,
  carrier: msg`Orders to the carrier`,
  payments: msg`Payments and refunds`,
  reports: msg`Scheduled reports`,
  readingHours: msg`Packing of readings`,
  trackHours: msg`Packing of tracks`,
  alarmDays: msg`Packing of alarms`,
  orderCounts: msg`Counting of orders`,
  cleaning: msg`Cleaning up`,
  forgetting: msg`Deletion of expired data`,
  faces: msg`Erasure of expired faces`,
  faceChecks: msg`Check of face samples`,
  residents: msg`Stays of residents`,
  uploadCheck: msg`Check of an uploaded video`,
  evidenceStamp: msg`Time stamp of sealed evidence`,
  recording: msg`Completion of a recording`,
  recordings: msg`Deletion of expired recordings`,
  announcements: msg`Publishing of announcements`,
  patrols: msg`Rounds of patrols`,
  siteReminders: msg`Reminders of inspections`,
  feeReminders: msg`Reminders of bills`,
  webhooks: msg`Messages of webhooks`,
}

export const jobView = viewOf(job, {
  title: msg`Background jobs`,
  titleOne: msg`Background job`,
  icon: 'refresh',
  nameOf: 'kind',
  empty: {
    title: msg`Nothing pending`,
    why: msg`Work that the server does by itself is shown here while it waits or runs, and when it has failed.`,
    icon: 'check',
  },
  columns: [
    { of: 'kind', label: msg`Job`, width: 190, fixed: 'left', required: true },
    { of: 'state', label: msg`State`, width: 160 },
    { of: 'subject', label: msg`About`, width: 170 },
    { of: 'failure', label: msg`Reason`, width: 240 },
    { of: 'tries', label: msg`Attempts`, width: 80, align: 'end' },
    { of: 'nextAt', label: msg`Next attempt`, type: 'date', width: 150 },
    { of: 'createdAt', label: msg`Requested at`, type: 'age', width: 110, align: 'end' },
    { of: 'startedAt', label: msg`Started`, type: 'date', width: 160, hidden: true },
    { of: 'detail', label: msg`Error`, width: 260, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'refresh',
    title: 'kind',
    state: 'state',
    detail: ['subject', 'failure'],
    age: 'createdAt',
  },
  words: {
    kind: kinds,
    state: {
      waiting: { label: msg`Waiting`, tone: 'attention' },
      running: { label: msg`Running`, tone: 'info' },
      again: { label: msg`Will be tried again`, tone: 'attention' },
      failed: { label: msg`Failed`, tone: 'critical' },
    },
    failure: jobFailures,
  },
  filters: { kind: msg`Job`, state: msg`State`, failure: msg`Reason`, createdAt: msg`Requested at` },
  actions: {
    tryAgain: {
      label: msg`Try again`,
      icon: 'refresh',
      primary: true,
      done: msg`It begins now`,
    },
    giveUp: {
      label: msg`Give up`,
      icon: 'close',
      primary: true,
      critical: true,
      confirm: msg`Give this job up? What it has not done stays undone.`,
      done: msg`Given up`,
    },
  },
  slots: {
    listHeader: () => <TaskTabs current="jobs" />,
    peek: ({ row }) => <JobPeek row={row} />,
  },
})
