// Old links carry their path or their query before the hash; the router reads only what stands behind it.

/** The hash address that such a link means, or undefined when the address is right as it is. */
export function hashAddressOf(location: Pick<Location, 'pathname' | 'search' | 'hash'>): string | undefined {
  const { pathname, search, hash } = location
  const plain = pathname === '/' || pathname === '/index.html'
  if (plain && search === '') return undefined
  const behind = hash.replace(/^#/, '') || (plain ? '/' : pathname)
  const query = search.slice(1)
  if (query === '') return hash ? undefined : `/#${behind}`
  return `/#${behind}${behind.includes('?') ? '&' : '?'}${query}`
}

/** The key of an auto-login link, with the address to go on with; undefined for every other address. */
export function autoLoginOf(hash: string): { key: string; address: string } | undefined {
  const [path, query = ''] = hash.replace(/^#/, '').split('?', 2)
  if (path !== '/ProDeviceList') return undefined
  const parameters = new URLSearchParams(query)
  const key = parameters.get('key')
  if (key === null) return undefined
  parameters.delete('key')
  const rest = parameters.toString()
  // The router reads plain digits as a number unless they are quoted: keep what it would write itself.
  return { key, address: `/#${path}${rest ? `?${rest}` : ''}` }
}

const LOGIN = '/login'

/** What a login at an organisation's sign-in service came back with, with the address to go on with. */
export function providerAnswerOf(hash: string): { answer: string; address: string } | undefined {
  const [path, query = ''] = hash.replace(/^#/, '').split('?', 2)
  const answer = path === LOGIN ? new URLSearchParams(query).get('answer') : null
  return answer === null ? undefined : { answer, address: `/#${LOGIN}` }
}

/** The organisation that the address of the login page names. */
export function signInNameOf(hash: string): string | undefined {
  const [path, query = ''] = hash.replace(/^#/, '').split('?', 2)
  const tenant = path === LOGIN ? new URLSearchParams(query).get('tenant') : null
  // The router quotes what it would else read as a number.
  return tenant?.replaceAll('"', '').toLowerCase() || undefined
}
