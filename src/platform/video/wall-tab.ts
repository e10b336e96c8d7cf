// The wall is open in one window of a browser at a time, or six would become twelve: who opens it in another one takes it there.
import { heldByTab, holdInTab } from '../held-by-tab.ts'

const TAKEN = 'taken'

export interface WallTab {
  /** Whether another window has it. */
  elsewhere: () => Promise<boolean>
  /** It is here from now on; the window that had it hears of it. */
  take: () => void
  leave: () => void
}

export function wallTab(name: string, onTaken: () => void): WallTab {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  let release: (() => void) | undefined
  const letGo = () => {
    release?.()
    release = undefined
  }
  if (channel)
    channel.onmessage = ({ data }) => {
      if (data !== TAKEN || !release) return
      letGo()
      onTaken()
    }
  return {
    elsewhere: () => heldByTab(name),
    take() {
      channel?.postMessage(TAKEN)
      release ??= holdInTab(name)
    },
    leave() {
      letGo()
      channel?.close()
    },
  }
}
