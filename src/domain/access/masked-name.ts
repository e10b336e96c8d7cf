// A name as strangers may read it: enough for its owner to know it again.

/** Initials of a Latin name, the first sign of another with two stars: `G. E.`, `王**`. */
export function maskedName(name: string): string {
  const parts = name.trim().split(/\s+/).filter(Boolean)
  if (parts.length === 0) return '**'
  if (!/^\p{Script=Latin}/u.test(name.trim())) return `${[...(parts[0] ?? '')][0] ?? ''}**`
  const [first, last] = [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
  return [first, last].flatMap(part => (part ? [`${[...part][0]?.toUpperCase()}.`] : [])).join(' ')
}
