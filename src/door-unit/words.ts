// The language of the door unit: what this browser chose in the console, else its own, else Chinese.
import { i18n } from '@lingui/core'
import { type Language, languages } from '../domain/languages.ts'
import { LANGUAGE_KEY } from '../domain/storage-keys.ts'
import { intlLocale } from '../ui/locale.ts'
import { catalogues } from './catalogues.ts'

const FALLBACK = 'cn'

const named = (name: string | null): Language | undefined => languages.find(each => each === name)

/** The first of the browser's languages that there are words for. */
export function languageOf(chosen: string | null, preferred: readonly string[]): Language {
  const known = named(chosen)
  if (known) return known
  for (const tag of preferred) {
    const name = tag.toLowerCase().split('-')[0] ?? ''
    if (name === 'zh') return 'cn'
    const spoken = named(name)
    if (spoken && spoken !== 'cn') return spoken
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

async function load(language: Language): Promise<boolean> {
  try {
    i18n.load(language, (await catalogues[language]()).messages)
    return true
  } catch {
    i18n.load(language, {})
    return false
  }
}
