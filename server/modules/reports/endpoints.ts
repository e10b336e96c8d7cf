// Answers report questions, and makes the files of reports.
import { reportResult } from '../../../src/contract/endpoints/report.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Parts } from '../../parts.ts'
import { answerQuestion } from './answer.ts'
import { reportRunner } from './report-runner.ts'

export function mountReports(handlers: Handlers, { pools, runners }: Pick<Parts, 'pools' | 'runners'>): void {
  handlers.handle(reportResult, (question, context) => answerQuestion(question, context))
  runners.register('report', reportRunner(pools.jobs))
}
