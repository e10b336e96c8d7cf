// Names of months and days, and the first day of the week, in the language shown: one small file a language.
import type { DayOfWeek } from '@mantine/dates'
import dayjs from 'dayjs'

/** Under which name the calendar's library knows a language of the interface; English is within it. */
const files: Record<string, { name: string; load: () => Promise<unknown> }> = {
  cn: { name: 'zh-cn', load: () => import('dayjs/locale/zh-cn.js') },
  es: { name: 'es', load: () => import('dayjs/locale/es.js') },
  fr: { name: 'fr', load: () => import('dayjs/locale/fr.js') },
  de: { name: 'de', load: () => import('dayjs/locale/de.js') },
  ru: { name: 'ru', load: () => import('dayjs/locale/ru.js') },
  ar: { name: 'ar', load: () => import('dayjs/locale/ar.js') },
}

const daysOfWeek: readonly DayOfWeek[] = [0, 1, 2, 3, 4, 5, 6]

export interface DateWords {
  /** The library's name of the language. */
  locale: string
  firstOfWeek: DayOfWeek
}

/** Fetches the words of a language (`cn`, `en`, …), and says how its calendars are. */
export async function loadDateWords(language: string): Promise<DateWords> {
  await files[language]?.load()
  const locale = files[language]?.name ?? 'en'
  const first = dayjs.Ls[locale]?.weekStart
  return { locale, firstOfWeek: daysOfWeek.find(day => day === first) ?? 0 }
}
