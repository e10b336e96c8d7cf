// The language of the door unit: what this browser chose in the console, else its own, else Chinese.
import { i18n } from '@lingui/core'
import { languages as spoken } from '../domain/languages.ts'
import { LANGUAGE_KEY } from '../domain/storage-keys.ts'
import { intlLocale } from '../ui/locale.ts'

const languages: readonly string[] = spoken
const FALLBACK = 'cn'

type Catalogue = { messages: Record<string, string>; rest?: () => Promise<Catalogue> }

/** The first of the browser's languages that there are words for. */
export function languageOf(chosen: string | null, preferred: readonly string[]): string {
  if (chosen !== null && languages.includes(chosen)) return chosen
  for (const tag of preferred) {
    const name = tag.toLowerCase().split('-')[0] ?? ''
    if (name === 'zh') return 'cn'
    if (name !== 'cn' && languages.includes(name)) return name
  }
  return FALLBACK
}

/** Loads the words and turns the page to their direction; without any the source texts stay. */
export async function openWords(): Promise<void> {
  const wanted = languageOf(localStorage.getItem(LANGUAGE_KEY), navigator.languages)
  const language = (await load(wanted)) ? wanted : (await load(FALLBACK)) ? FALLBACK : wanted
  i18n.activate(language, [intlLocale(language), language])
  document.documentElement.lang = intlLocale(language)
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
}

async function load(language: string): Promise<boolean> {
  try {
    const first: Catalogue = await import(`../../locales/${language}/messages.po`)
    const rest = await first.rest?.()
    i18n.load(language, { ...first.messages, ...rest?.messages })
    return true
  } catch {
    i18n.load(language, {})
    return false
  }
}
