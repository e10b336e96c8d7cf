// The languages that console, door unit and server speak; each has a catalogue in `locales`.
export const languages = ['cn', 'en', 'es', 'fr', 'de', 'ru', 'ar'] as const
export type Language = (typeof languages)[number]

/** The language of a name; Chinese, the default, for a name that nobody knows. */
export const languageNamed = (name: string): Language => languages.find(each => each === name) ?? 'cn'
