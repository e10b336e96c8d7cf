// The names of the background jobs: each has a handler on the server and words in the console.
import * as z from 'zod/mini'

export const jobName = z.enum([
  'task',
  'allocation',
  'carrier',
  'payments',
  'reports',
  'residents',
  'readingHours',
  'trackHours',
  'alarmDays',
  'orderCounts',
  'cleaning',
  'forgetting',
  'faces',
  'faceChecks',
  'uploadCheck',
  'evidenceStamp',
  'recording',
  'recordings',
  'announcements',
  'attendance',
  'patrols',
  'siteReminders',
  'feeReminders',
  'webhooks',
])
export type JobName = z.output<typeof jobName>
