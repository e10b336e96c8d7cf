// The words of the pages beside the console: of each catalogue the part that these pages say, which is a tenth of it.
import type { Language } from '../domain/languages.ts'

type Catalogue = Promise<{ messages: Record<string, string> }>

export const catalogues: Record<Language, () => Catalogue> = {
  cn: () => import('../../locales/cn/messages.po?own?lingui'),
  en: () => import('../../locales/en/messages.po?own?lingui'),
  es: () => import('../../locales/es/messages.po?own?lingui'),
  fr: () => import('../../locales/fr/messages.po?own?lingui'),
  de: () => import('../../locales/de/messages.po?own?lingui'),
  ru: () => import('../../locales/ru/messages.po?own?lingui'),
  ar: () => import('../../locales/ar/messages.po?own?lingui'),
}
