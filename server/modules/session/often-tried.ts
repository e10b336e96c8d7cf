// Passwords that anybody would try first: the published list of the most common ones, and names that stand on the login page.

/** Read once somebody chooses a password: it is half a megabyte. */
let list: Promise<ReadonlySet<string>> | undefined

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Letters and digits alone, in small letters: `Gate-House 1` and `gatehouse1` are the same guess. */
const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a text is words in a row, digits before and behind aside; in one go, whatever the words have in common. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const digitsBefore = /^\d*/.exec(text)?.[0].length ?? 0
  const ends = new Set<number>()
  for (let at = 0; at < text.length; at++) {
    if (at > digitsBefore && !ends.has(at)) continue
    for (const word of words) if (text.startsWith(word, at)) ends.add(at + word.length)
  }
  return [...ends].some(end => /^\d*$/.test(text.slice(end)))
}

/** Whether a password is on the list, or nothing but some of the names, digits aside. */
export async function isCommonPassword(password: string, names: readonly string[]): Promise<boolean> {
  list ??= readList()
  if ((await list).has(password.toLowerCase())) return true
  return isMadeOf(
    bare(password),
    names.map(bare).filter(name => name !== ''),
  )
}
