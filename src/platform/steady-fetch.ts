// A request whose answer must keep coming: a network that is there and carries nothing ends it, instead of letting it
// wait for ever.

/** The longest silence: before an answer begins, and between its parts. A slow answer may take as long as it needs. */
export const SILENCE_MS = 15_000

/** Thrown when nothing came for too long. */
export class Silence extends Error {
  constructor() {
    super('Nothing came for too long')
    this.name = 'Silence'
  }
}

export interface SteadyOptions extends RequestInit {
  ask?: typeof fetch
  silenceMs?: number
  /** Throws where the answer is not what is wanted: the rest of it is not read then. */
  judge?: (response: Response) => void
}

/** An answer and all its bytes. Rejects with `Silence`, the signal's reason, what `judge` throws, or as `fetch` does. */
export async function fetchSteadily(
  address: string | URL,
  {
    ask = (...request) => fetch(...request),
    silenceMs = SILENCE_MS,
    judge,
    signal,
    ...init
  }: SteadyOptions = {},
): Promise<{ response: Response; data: ArrayBuffer }> {
  const end = new AbortController()
  const ends = signal ? AbortSignal.any([signal, end.signal]) : end.signal
  ends.throwIfAborted()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => end.abort(new Silence()), silenceMs)
  }
  const read = async () => {
    heard()
    const response = await ask(address, { ...init, signal: ends })
    judge?.(response)
    return { response, data: await bytesOf(response, heard) }
  }
  const cut = new Promise<never>((_, reject) => {
    ends.addEventListener('abort', () => reject(ends.reason), { once: true })
  })
  try {
    return await Promise.race([read(), cut])
  } finally {
    clearTimeout(timer)
    // Whatever has not been read by now is not wanted.
    end.abort()
  }
}

/** For `judge`: nothing but an answer that went well. */
export function wellAnswered({ ok, status, url }: Response): void {
  if (!ok) throw new Error(`${url}: ${status}`)
}

/** What a file of the console says. Rejects as `fetchSteadily`, or where it is no JSON. */
export async function fetchJson(address: string): Promise<unknown> {
  const { data } = await fetchSteadily(address, { judge: wellAnswered })
  return JSON.parse(new TextDecoder().decode(data))
}

async function bytesOf({ body }: Response, heard: () => void): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  if (body)
    for (const reader = body.getReader(); ; ) {
      heard()
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
    }
  return new Blob(parts).arrayBuffer()
}
