// Tells when the machine's network goes, comes back, or becomes another one.

export interface NetworkEvents {
  onGone: () => void
  /** Back, or on another network: old paths may be dead. */
  onChanged: () => void
}

interface NetworkInformation extends EventTarget {
  type?: string
}
declare global {
  interface Navigator {
    /** Not in every browser. */
    connection?: NetworkInformation
  }
}

/** Watches until the answered function is called. */
export function watchNetwork({ onGone, onChanged }: NetworkEvents): () => void {
  const information = navigator.connection
  let type = information?.type
  const onInformation = () => {
    // The browser also reports every new estimate of the speed here.
    if (information?.type === type) return
    type = information?.type
    onChanged()
  }
  addEventListener('offline', onGone)
  addEventListener('online', onChanged)
  information?.addEventListener('change', onInformation)
  return () => {
    removeEventListener('offline', onGone)
    removeEventListener('online', onChanged)
    information?.removeEventListener('change', onInformation)
  }
}
