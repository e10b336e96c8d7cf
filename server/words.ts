// What the server says in the languages of people: messages from the catalogues of the console, in `locales`. Sources take
// `msg` from '#words', the name that `lingui.config.ts` gives for it, so that its messages are extracted like all others;
// and only that, because a compiler of messages takes the import away.
import { readFileSync } from 'node:fs'
import { type Messages, setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { parsePo } from 'pofile-ts'
import { type Language, languageNamed } from '../src/domain/languages.ts'

export interface Message {
  readonly id: string
  readonly message: string
}

/** A message by its English words; `context` tells two meanings of the same words apart. */
export function msg({ message, context }: { message: string; context?: string }): Message {
  return { id: generateMessageId(message, context), message }
}

/** Says a message in one language, with what its placeholders stand for. */
export type Say = (message: Message, values?: Readonly<Record<string, string>>) => string

const known = new Map<Language, Say>()

/** Words of a language; of Chinese for one that nobody knows. */
export function wordsIn(language: string): Say {
  const locale = languageNamed(language)
  const ready = known.get(locale)
  if (ready) return ready
  // Read when first somebody is told something in that language: some 20 ms, once.
  const i18n = setupI18n({ locale, messages: { [locale]: catalogueOf(locale) } })
  const say: Say = ({ id, message }, values) => i18n._(id, { ...values }, { message })
  known.set(locale, say)
  return say
}

/** What sources of the server say, compiled. */
function catalogueOf(locale: Language): Messages {
  const text = readFileSync(new URL(`../locales/${locale}/messages.po`, import.meta.url), 'utf8')
  const own = parsePo(text).items.filter(({ references }) =>
    references.some(reference => reference.startsWith('server/')),
  )
  return Object.fromEntries(
    own.map(({ msgid, msgctxt, msgstr }) => [
      generateMessageId(msgid, msgctxt ?? undefined),
      compileMessage(msgstr.join('')),
    ]),
  )
}
