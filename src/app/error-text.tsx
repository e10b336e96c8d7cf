// An error in the reader's language.
import { useLingui } from '@lingui/react'
import { wordsForError } from '../resource/error-words.ts'

export function ErrorText({ error }: { error: unknown }) {
  const { _ } = useLingui()
  return <>{_(wordsForError(error))}</>
}
