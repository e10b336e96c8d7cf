// Answers report questions.
import { reportResult } from '../../../src/contract/endpoints/report.ts'
import type { Handlers } from '../../http/handlers.ts'
import { answerQuestion } from './answer.ts'

export function mountReports(handlers: Handlers): void {
  handlers.handle(reportResult, (question, context) => answerQuestion(question, context))
}
