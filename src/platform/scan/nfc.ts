// Tags that are read by holding a phone to them, where the phone and its browser can.

interface TagRecord {
  recordType: string
  data?: DataView
}

interface TagReader extends EventTarget {
  onreading: ((event: { message: { records: readonly TagRecord[] } }) => void) | null
  scan(options: { signal: AbortSignal }): Promise<void>
}

declare global {
  // Chrome on Android only.
  var NDEFReader: (new () => TagReader) | undefined
}

/** True where tags can be read at all. */
export const canReadTags = (): boolean => globalThis.NDEFReader !== undefined && isSecureContext

/**
 * Reads until the answered function is called; the phone asks the person first. Rejects where reading is refused or
 * switched off. `onText` gets each text and address on a tag.
 */
export async function readTags(onText: (text: string) => void): Promise<() => void> {
  const Reader = globalThis.NDEFReader
  if (!Reader) throw new Error('This browser reads no tags')
  const reader = new Reader()
  const stop = new AbortController()
  reader.onreading = ({ message }) => {
    for (const { recordType, data } of message.records)
      if (data && (recordType === 'text' || recordType === 'url')) onText(new TextDecoder().decode(data))
  }
  await reader.scan({ signal: stop.signal })
  return () => {
    reader.onreading = null
    stop.abort()
  }
}
