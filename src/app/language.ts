// The language of the interface: kept under `lang`, Chinese by default, its catalogue loaded when needed.
import { i18n } from '@lingui/core'
import { type Language, languages } from '../domain/languages.ts'
import { LANGUAGE_KEY } from '../domain/storage-keys.ts'
import { intlLocale } from '../ui/locale.ts'

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

const FALLBACK: Language = 'cn'
/** Once more after this: a server that is busy, or a network that has just come, may answer then. */
const AGAIN_AFTER_MS = 1_000
const listeners = new Set<() => void>()
let current: Language = FALLBACK
// What the person has chosen, now or on an earlier visit; what is shown instead, meanwhile, is nobody's choice.
let chosen: Language | undefined
// What is said behind the login is fetched with the first session, and from then on with every language.
let whole = false
let fetchRest: (() => Promise<boolean>) | undefined

const isLanguage = (value: string | null): value is Language => languages.some(known => known === value)

export const getLanguage = (): Language => current
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')
/** As the requests for logins and for the navigation carry it. */
export const wireLanguage = () => current.toUpperCase() as Uppercase<Language>

export function subscribeLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the interface in the language that was chosen, and remembers it. A catalogue that cannot be had leaves the old one. */
export async function chooseLanguage(language: Language): Promise<boolean> {
  if (!(await show(language))) return false
  chosen = language
  keepLanguage()
  return true
}

async function show(language: Language): Promise<boolean> {
  const messages = await load(language)
  if (!messages) return false
  i18n.load(language, messages.messages)
  fetchRest = messages.rest && once(() => loadRest(language, messages.rest))
  if (whole) await fetchRest?.()
  i18n.activate(language, [intlLocale(language), language])
  current = language
  document.documentElement.lang = intlLocale(language)
  document.documentElement.dir = directionOf(language)
  for (const listener of listeners) listener()
  return true
}

/** Writes the choice down again, after a purge that spared nothing. */
export function keepLanguage(): void {
  if (chosen) localStorage.setItem(LANGUAGE_KEY, chosen)
}

/** Waits until everything behind the login can be said too; a language that cannot be completed says what it can. */
export async function wholeLanguage(): Promise<void> {
  whole = true
  // Whoever had to begin in another language than theirs has it as soon as it can be had.
  if (chosen && chosen !== current) void show(chosen)
  await Promise.all([fetchRest?.(), loadErrorWords()])
}

/**
 * Shows the remembered language, else Chinese; without any catalogue the source texts stay. Writes nothing down: another tab may
 * choose meanwhile, and a catalogue that did not come changes nobody's mind.
 */
export async function openLanguage(): Promise<void> {
  const stored = localStorage.getItem(LANGUAGE_KEY)
  chosen = isLanguage(stored) ? stored : undefined
  const wanted = chosen ?? FALLBACK
  if (await show(wanted)) return
  await new Promise(resolve => setTimeout(resolve, AGAIN_AFTER_MS))
  if (await show(wanted)) return
  if (wanted !== FALLBACK && (await show(FALLBACK))) return
  i18n.load(wanted, {})
  i18n.activate(wanted, [intlLocale(wanted)])
}

type Catalogue = { messages: Record<string, string>; rest?: () => Promise<Catalogue> }

async function load(language: Language): Promise<Catalogue | undefined> {
  try {
    return await import(`../../locales/${language}/messages.po`)
  } catch {
    return undefined
  }
}

async function loadRest(language: Language, fetch: Catalogue['rest']): Promise<boolean> {
  try {
    const chunk = await fetch?.()
    if (chunk) i18n.load(language, chunk.messages)
    return chunk !== undefined
  } catch {
    return false
  }
}

// Without them an error says what the server said.
const loadErrorWords = once(() =>
  import('../resource/later-error-words.ts').then(
    () => true,
    () => false,
  ),
)

/** Runs until it succeeds once; those who ask meanwhile wait for the same run. */
function once(run: () => Promise<boolean>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  return () => {
    running ??= run().then(done => {
      if (!done) running = undefined
      return done
    })
    return running
  }
}
