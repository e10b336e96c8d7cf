// Why a background job failed, in words.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { JobFailure } from '../../domain/job/job.ts'

export const jobFailures: Record<JobFailure, MessageDescriptor> = {
  stopped: msg`The server stopped in the middle of it`,
  timeout: msg`It took too long`,
  data: msg`Its instructions cannot be read`,
  error: msg`An error of the server; its log says more`,
}
