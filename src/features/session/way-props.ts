// What the form of each way into a session needs.
import type * as z from 'zod/mini'
import type { bootInfo } from '../../contract/endpoints/session.ts'
import type { Entered, WireLanguage } from './log-in.ts'

/** Accounts to be tried with one tap; null outside demo mode. */
export type Demo = z.output<typeof bootInfo.response>['demo']

export interface WayProps {
  language: WireLanguage
  demo: Demo
  onEnter(entered: Entered): Promise<void>
}
