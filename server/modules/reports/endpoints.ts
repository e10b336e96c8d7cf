// Answers report questions, and makes the files of reports.
import { reportResult } from '../../../src/contract/endpoints/report.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Kernel } from '../../kernel.ts'
import type { Runners } from '../tasks/public.ts'
import { answerQuestion } from './answer.ts'
import { reportRunner } from './report-runner.ts'

export function mountReports(
  handlers: Handlers,
  { pools, runners }: Pick<Kernel, 'pools'> & { runners: Runners },
): void {
  handlers.handle(reportResult, (question, context) => answerQuestion(question, context))
  runners.register('report', reportRunner(pools.jobs))
}
