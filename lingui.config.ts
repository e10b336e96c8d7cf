// The message catalogues: where they are, which languages there are, how they are written down.
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['cn', 'en', 'es', 'fr', 'de', 'ru', 'ar'],
  // The check looks at each language by itself: a fallback would hide what is missing.
  fallbackLocales: process.env.LOCALES_DIR ? false : { default: 'cn' },
  catalogs: [
    {
      path: `${process.env.LOCALES_DIR ?? '<rootDir>/locales'}/{locale}/messages`,
      include: ['<rootDir>/src'],
    },
  ],
  // Without line numbers a moved line does not change seven catalogues.
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
})
