// The message catalogues: where they are, which languages there are, how they are written down.
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { marked } from './scripts/translated-from.mjs'

// Without line numbers a moved line does not change seven catalogues.
const po = formatter({ lineNumbers: false })

export default defineConfig({
  sourceLocale: 'en',
  locales: ['cn', 'en', 'es', 'fr', 'de', 'ru', 'ar'],
  // The check looks at each language by itself: a fallback would hide what is missing.
  fallbackLocales: process.env.LOCALES_DIR ? false : { default: 'cn' },
  catalogs: [
    {
      path: `${process.env.LOCALES_DIR ?? '<rootDir>/locales'}/{locale}/messages`,
      include: ['<rootDir>/src', '<rootDir>/server'],
    },
  ],
  format: {
    ...po,
    // Each translation keeps a mark of the English it was made from.
    serialize: (catalog, context) =>
      po.serialize(
        context.locale === context.sourceLocale
          ? catalog
          : Object.fromEntries(Object.entries(catalog).map(([id, entry]) => [id, marked(entry)])),
        context,
      ),
  },
  // '#words' is where sources of the server, which nothing compiles, take `msg` from.
  macro: { corePackage: ['@lingui/core/macro', '#words'] },
  orderBy: 'message',
})
