// Which part of a file a caller asks for.

/** Both ends inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** One range of a `Range` header; several at once, or none, are answered with the whole. `none`: there is no such part. */
export function rangeOf(header: string | undefined, bytes: number): ByteRange | 'none' | undefined {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!asked) return undefined
  const [, from = '', to = ''] = asked
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  return start > end || start >= bytes ? 'none' : { start, end }
}
