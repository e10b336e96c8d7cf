// Names on a screen that everybody in the room sees: enough to know one's colleagues, not enough to know a stranger.

const STAR = '*'

/** 陈建国 → 陈*国, 郭靖 → 郭*, Maria Lopez → M* L*. */
export function maskedName(name: string): string {
  const parts = name.trim().split(/\s+/)
  return parts
    .map(part => {
      const signs = [...part]
      const [first = ''] = signs
      const isHan = /\p{Script=Han}/u.test(first)
      return isHan && parts.length === 1 && signs.length > 2
        ? `${first}${STAR}${signs.at(-1)}`
        : `${first}${STAR}`
    })
    .join(' ')
}

/** A text without the full name of somebody, such as a device called after who wears it. */
export const withoutName = (text: string, name: string | null): string =>
  name ? text.replaceAll(name, maskedName(name)) : text
