// Which language the verifier speaks, and how it says something in it.
import type { MessageDescriptor } from '@lingui/core'
import { type Language, languages } from '../domain/languages.ts'

/** As browsers call them; Chinese of every script is the one that there is. */
export const browserNames: Readonly<Record<Language, string>> = {
  ...{ cn: 'zh-CN', en: 'en', es: 'es', fr: 'fr', de: 'de', ru: 'ru', ar: 'ar' },
}

/** The first of the reader's languages that there is; English, where there is none of them. */
export function languageFor(wanted: readonly string[]): Language {
  for (const name of wanted) {
    const [first] = name.toLowerCase().split('-')
    const found = languages.find(language => browserNames[language].split('-')[0] === first)
    if (found) return found
  }
  return 'en'
}

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

export type Catalogue = Readonly<Record<string, string>>

/** Says a message; what nobody has translated is said in English. */
export const speaker =
  (catalogue: Catalogue | undefined) =>
  ({ id, message }: MessageDescriptor): string =>
    catalogue?.[id] ?? message ?? id
