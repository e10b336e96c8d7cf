// What a key does in a list of rows: where the focus goes, or what happens to the row.

export type RowCommand = { move: number } | { act: 'open' | 'toggle' | 'close' } | undefined

/** The command of a pressed key at row `at` of `count`, with `page` rows in sight. */
export function rowCommand(key: string, at: number, count: number, page: number): RowCommand {
  const to = (index: number): RowCommand => ({ move: Math.min(Math.max(0, index), count - 1) })
  switch (key) {
    case 'ArrowDown':
    case 'j':
    case 'J':
      return to(at + 1)
    case 'ArrowUp':
    case 'k':
    case 'K':
      return to(at - 1)
    case 'PageDown':
      return to(at + page)
    case 'PageUp':
      return to(at - page)
    case 'Home':
      return to(0)
    case 'End':
      return to(count - 1)
    case 'Enter':
      return { act: 'open' }
    case ' ':
      return { act: 'toggle' }
    case 'Escape':
      return { act: 'close' }
    default:
      return undefined
  }
}
