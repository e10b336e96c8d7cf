// Keys of a room: the space bar is spoken through while it is held, a letter for each of the usual buttons.
import { useEffect, useRef } from 'react'

export interface RoomKeys {
  hold: () => void
  release: () => void
  letters: Readonly<Record<string, () => void>>
}

/** Where a key means something else already. */
const MEANT =
  'input, textarea, select, button, a[href], summary, [contenteditable=true], [role=menuitem], [role=slider], [role=radio], [role=tab]'

/** Listens while the room is on the page and no dialog stands over it. */
export function useRoomKeys(keys: RoomKeys | undefined): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  const listens = keys !== undefined
  useEffect(() => {
    if (!listens) return
    let held = false
    const isFree = ({ target }: KeyboardEvent) =>
      !(target instanceof Element && target.closest(`${MEANT}, [role=dialog], [role=alertdialog]`))
    const letGo = () => {
      if (!held) return
      held = false
      latest.current?.release()
    }
    const onDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !isFree(event)) return
      if (event.code === 'Space') {
        event.preventDefault()
        if (event.repeat || held) return
        held = true
        latest.current?.hold()
        return
      }
      if (event.repeat) return
      // The letters printed on the screen, or the same places on a keyboard of another script.
      const letter = /^[a-z]$/i.test(event.key) ? event.key : event.code.replace(/^Key/, '')
      const run = latest.current?.letters[letter.toLowerCase()]
      if (!run) return
      event.preventDefault()
      run()
    }
    const onUp = (event: KeyboardEvent) => {
      if (event.code === 'Space') letGo()
    }
    addEventListener('keydown', onDown)
    addEventListener('keyup', onUp)
    // Whoever goes to another window lets go of the key there.
    addEventListener('blur', letGo)
    return () => {
      removeEventListener('keydown', onDown)
      removeEventListener('keyup', onUp)
      removeEventListener('blur', letGo)
      letGo()
    }
  }, [listens])
}
