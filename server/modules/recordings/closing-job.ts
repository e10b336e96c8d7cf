// The job of a recording that has ended: its files are made whole and brought to where they are kept.
import * as z from 'zod/mini'
import { defineJob } from '../../jobs/definition.ts'

export const recordingJob = defineJob({
  name: 'recording',
  data: z.object({ recordingId: z.int() }),
  subject: data => `(select r.name from recording r where r.id = (${data} ->> 'recordingId')::bigint)`,
  timeoutSeconds: 7_200,
  pollSeconds: 2,
  // Each takes a core for a while.
  atOnce: 1,
  // A storage may be away for hours.
  tries: 100,
  againSeconds: 5,
})
