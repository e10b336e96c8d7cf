// Between which dates a field may lie, as days and in words.
import { useLingui } from '@lingui/react/macro'

/** `text` says a date in the form that sorts like time: `YYYY-MM-DD`, with or without what follows. */
export function useLimits(
  text: (at: number) => string,
  min: number | undefined,
  max: number | undefined,
): { min: string | undefined; max: string | undefined; wrong: (at: number) => string | undefined } {
  const { t } = useLingui()
  const [first, last] = [min === undefined ? undefined : text(min), max === undefined ? undefined : text(max)]
  return {
    min: first?.slice(0, 10),
    max: last?.slice(0, 10),
    wrong: at => {
      if (first !== undefined && text(at) < first) return t`Not before ${first}`
      return last !== undefined && text(at) > last ? t`Not after ${last}` : undefined
    },
  }
}
