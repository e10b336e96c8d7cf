// What was changed in a text since the round before: pieces that stayed, were taken out, or came.

export interface Piece {
  is: 'same' | 'gone' | 'new'
  text: string
}

/** Above so many pairs of words the texts are too different to be laid beside each other while somebody waits. */
const MOST_PAIRS = 4_000_000

/** Words and numbers with what holds them together, single characters of scripts without spaces, room, signs. */
const PARTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+(?:[:.,–-][\p{L}\p{N}]+)*|\s+|[^\s]/gu

const partsOf = (text: string): string[] => text.match(PARTS) ?? []

/** The longest row of parts that both have stays; the rest was taken out or came. Neighbours of one kind are one piece. */
export function textChanges(before: string, after: string): Piece[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++
  const pieces: Piece[] = []
  const add = (is: Piece['is'], text: string) => {
    const last = pieces.at(-1)
    if (text === '') return
    if (last?.is === is) last.text += text
    else pieces.push({ is, text })
  }
  add('same', now.slice(0, start).join(''))
  for (const piece of middle(old.slice(start, old.length - end), now.slice(start, now.length - end)))
    add(piece.is, piece.text)
  add('same', now.slice(now.length - end).join(''))
  return pieces
}

function middle(old: readonly string[], now: readonly string[]): Piece[] {
  const whole: Piece[] = [
    { is: 'gone', text: old.join('') },
    { is: 'new', text: now.join('') },
  ]
  if (old.length === 0 || now.length === 0 || old.length * now.length > MOST_PAIRS) return whole
  const width = now.length + 1
  // By place: how many parts the two rests have in common.
  const common = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [from, to] = [old[i], now[j]]
    if (from !== undefined && from === to) {
      pieces.push({ is: 'same', text: from })
      i++
      j++
    } else if (from !== undefined && (to === undefined || at(i + 1, j) >= at(i, j + 1))) {
      pieces.push({ is: 'gone', text: from })
      i++
    } else if (to !== undefined) {
      pieces.push({ is: 'new', text: to })
      j++
    }
  }
  return pieces
}
