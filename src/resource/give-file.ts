// Hands a file to the person's browser: it was fetched with the session, or made here.
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import type { Endpoint } from '../contract/endpoint.ts'
import { MINUTE_MS } from '../domain/durations.ts'
import { callForFile } from '../platform/http.ts'
import { RequestError } from '../platform/request-error.ts'
import { showToast } from '../platform/toast.ts'
import { wordsForError } from './error-words.ts'

/** Long enough for the browser to have begun writing. */
const KEPT_MS = MINUTE_MS

/** Saves bytes under a name. */
export function giveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}

/** Fetches a file with the session and saves it; a failure is told as one of the download, with its reason. */
export async function downloadFile<Request extends z.ZodMiniType>(
  endpoint: Endpoint<Request>,
  request: z.output<Request>,
  name: string,
): Promise<void> {
  try {
    giveFile(await callForFile(endpoint, request), name)
  } catch (error) {
    // The end of the session is shown by the login page.
    if (error instanceof RequestError && (error.id === 'session.ended' || error.kind === 'aborted')) return
    const reason = i18n._(wordsForError(error))
    const passing = error instanceof RequestError && error.passing
    showToast({ kind: passing ? 'error' : 'tip', message: msg`Download problem: ${reason}` })
  }
}
