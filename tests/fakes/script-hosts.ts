// Stands in for the hosts from which providers' scripts come, so that their real loaders run without a network.
//
// Why this is honest: the loaders build their own script elements, put them on the page and wait for the browser's own
// load and error events. Only the address is another: a script of ours, as a blob. What it proves is our side of the
// conversation; what the vendor's real script does it cannot tell.

export interface ScriptHosts {
  /** Addresses that were asked for, the oldest first. */
  readonly asked: string[]
  /** From now on: `answer` sends the script, `fail` breaks the connection, `hang` lets it wait. */
  become(mood: 'answer' | 'fail' | 'hang'): void
  /** The answers that were held back while it hung. */
  release(): void
  restore(): void
}

declare global {
  interface Window {
    arrivedScript?: (address: string) => void
  }
}

/** `arrived` is run by the script itself, as a vendor's script runs: after it came, with the address it came from. */
export function standInForScriptHosts(
  hosts: readonly string[],
  arrived: (address: URL) => void,
): ScriptHosts {
  const native = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, 'src')
  if (!native?.set || !native.get) throw new Error('scripts have no addresses here')
  const { get, set } = native
  const asked: string[] = []
  const held: (() => void)[] = []
  const addresses = new WeakMap<HTMLScriptElement, string>()
  let mood: 'answer' | 'fail' | 'hang' = 'answer'
  window.arrivedScript = address => arrived(new URL(address))

  const serve = (script: HTMLScriptElement, address: string) => {
    const text = `window.arrivedScript(${JSON.stringify(address)})`
    set.call(script, URL.createObjectURL(new Blob([text], { type: 'text/javascript' })))
  }
  Object.defineProperty(HTMLScriptElement.prototype, 'src', {
    ...native,
    get(this: HTMLScriptElement) {
      return addresses.get(this) ?? get.call(this)
    },
    set(this: HTMLScriptElement, value: unknown) {
      const address = String(value)
      if (!hosts.some(host => address.startsWith(host))) return set.call(this, value)
      asked.push(address)
      addresses.set(this, address)
      if (mood === 'answer') serve(this, address)
      else if (mood === 'fail') set.call(this, 'blob:null/gone')
      else held.push(() => serve(this, address))
    },
  })
  return {
    asked,
    become: next => {
      mood = next
    },
    release: () => {
      for (const answer of held.splice(0)) answer()
    },
    restore: () => {
      Object.defineProperty(HTMLScriptElement.prototype, 'src', native)
      delete window.arrivedScript
    },
  }
}
