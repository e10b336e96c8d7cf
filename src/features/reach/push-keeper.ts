// Keeps push with the session: renewed at its start and with its language, and silent while the page rings by itself.
import { answerWorker, type PushLanguage, refreshPush } from '../../platform/web-push.ts'

const languages: readonly PushLanguage[] = ['cn', 'en', 'es', 'fr', 'de', 'ru', 'ar']

/** A language that notifications speak; Chinese, the default, for any other. */
export const pushLanguageOf = (locale: string): PushLanguage =>
  languages.find(each => each === locale) ?? 'cn'

/** Starts with the first page of a session; answers how to stop. `rings`: this page hears the broker and shows what it says. */
export function keepPush(locale: string, rings: () => boolean): () => void {
  const renew = () => void refreshPush(pushLanguageOf(locale))
  renew()
  return answerWorker(rings, renew)
}
