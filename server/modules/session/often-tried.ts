// Passwords that anybody would try first: the published list of the most common ones, and names that stand on the login page.

/** Read once somebody chooses a password: it is half a megabyte. */
let list: Promise<ReadonlySet<string>> | undefined

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Letters and digits alone, in small letters: `Gate-House 1` and `gatehouse1` are the same guess. */
const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Whether a password is on the list, or nothing but one of the names, digits aside. */
export async function isCommonPassword(password: string, names: readonly string[]): Promise<boolean> {
  list ??= readList()
  if ((await list).has(password.toLowerCase())) return true
  const words = names.map(bare).filter(name => name !== '')
  const pattern = new RegExp(String.raw`^\d*(?:${words.map(escaped).join('|')})+\d*$`, 'u')
  return words.length > 0 && pattern.test(bare(password))
}
