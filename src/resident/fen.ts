// Money as the page says it: whole fen from the server, yuan on the screen.
import { numberFormat, useIntlLocale } from '../ui/locale.ts'

export function useFen(): (fen: number) => string {
  const locale = useIntlLocale()
  return fen => numberFormat(locale, { style: 'currency', currency: 'CNY' }).format(fen / 100)
}
