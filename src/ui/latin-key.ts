// The key that somebody means, whatever alphabet the keyboard writes.

/** Small, by what it writes; where that is no Latin letter, by where it lies. */
export function latinKeyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const written = key.toLowerCase()
  if (/^[\u0020-\u007e]$/.test(written) || written.length > 1) return written
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? written
}
