// Splits a failed call into the field it is about and the words for it.
import type { MessageDescriptor } from '@lingui/core'
import { RequestError } from '../../platform/request-error.ts'
import { wordsForError } from '../../resource/error-words.ts'

export interface FormFailure<Field extends string> {
  field: Field | undefined
  words: MessageDescriptor
}

/** `field` is set only for one of the form's own fields; the words of everything else stand above its button. */
export function failureOf<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): FormFailure<Field> {
  const named = error instanceof RequestError ? fields.find(field => field === error.field) : undefined
  return { field: named, words: wordsForError(error) }
}
