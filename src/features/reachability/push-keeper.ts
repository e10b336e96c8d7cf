// Keeps push with the session: renewed at its start and with its language, and silent while the page rings by itself.
import { languageNamed } from '../../domain/languages.ts'
import { answerWorker, refreshPush } from '../../platform/web-push.ts'

/** Starts with the first page of a session; answers how to stop. `rings`: this page hears the broker and shows what it says. */
export function keepPush(locale: string, rings: () => boolean): () => void {
  const renew = () => void refreshPush(languageNamed(locale))
  renew()
  return answerWorker(rings, renew)
}
