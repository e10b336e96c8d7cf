// What a line of an alarm's timeline keeps of a step: which one, its text where the tenant wrote it, and why it was skipped.
import * as z from 'zod/mini'

const stepNote = z.object({
  key: z.string(),
  text: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type StepNote = z.output<typeof stepNote>

/** The note of the timeline's lines `stepDone`, `stepSkipped` and `stepUndone`. */
export const writeStepNote = ({ key, text, reason }: StepNote): string =>
  JSON.stringify({ key, text, reason })

/** Undefined for what is no such note. */
export function readStepNote(note: string | null): StepNote | undefined {
  try {
    const read = z.safeParse(stepNote, JSON.parse(note ?? ''))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}
