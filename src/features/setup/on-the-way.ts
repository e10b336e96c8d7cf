// Whether somebody has left the guide for the room in which a step is done: the way back is offered there.

const KEY = 'gatehouse.setup.away'
const listeners = new Set<() => void>()

/** In this tab only. */
export const onTheWay = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): boolean => sessionStorage.getItem(KEY) !== null,
}

export function setOut(): void {
  sessionStorage.setItem(KEY, '1')
  for (const listener of listeners) listener()
}

export function comeBack(): void {
  sessionStorage.removeItem(KEY)
  for (const listener of listeners) listener()
}
