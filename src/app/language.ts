// The language of the interface: kept under `lang`, Chinese by default, its catalogue loaded when needed.
import { i18n } from '@lingui/core'
import { intlLocale } from '../ui/locale.ts'

export const languages = ['cn', 'en', 'es', 'fr', 'de', 'ru', 'ar'] as const
export type Language = (typeof languages)[number]

/** Each language in its own words. Not translated: who looks for their language reads only that one. */
export const languageNames: Record<Language, string> = {
  cn: '简体中文',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  ru: 'Русский',
  ar: 'العربية',
}

const KEY = 'lang'
const FALLBACK: Language = 'cn'
const listeners = new Set<() => void>()
let current: Language = FALLBACK

const isLanguage = (value: string | null): value is Language => languages.some(known => known === value)

export const getLanguage = (): Language => current
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')
/** As login calls and the navigation call carry it. */
export const wireLanguage = () => current.toUpperCase() as Uppercase<Language>

export function subscribeLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the interface in a language and remembers it. A catalogue that cannot be had leaves the old one. */
export async function showLanguage(language: Language): Promise<boolean> {
  const messages = await load(language)
  if (!messages) return false
  i18n.load(language, messages)
  i18n.activate(language, [intlLocale(language), language])
  current = language
  document.documentElement.lang = intlLocale(language)
  document.documentElement.dir = directionOf(language)
  keepLanguage()
  for (const listener of listeners) listener()
  return true
}

/** Writes the language down again, after a purge that spared nothing. */
export function keepLanguage(): void {
  localStorage.setItem(KEY, current)
}

/** Shows the remembered language, else Chinese; without any catalogue the source texts stay. */
export async function openLanguage(): Promise<void> {
  const stored = localStorage.getItem(KEY)
  const wanted = isLanguage(stored) ? stored : FALLBACK
  if (await showLanguage(wanted)) return
  if (wanted !== FALLBACK && (await showLanguage(FALLBACK))) return
  i18n.load(wanted, {})
  i18n.activate(wanted, [intlLocale(wanted)])
}

async function load(language: Language): Promise<Record<string, string> | undefined> {
  try {
    const chunk: { messages: Record<string, string> } = await import(`../../locales/${language}/messages.po`)
    return chunk.messages
  } catch {
    return undefined
  }
}
