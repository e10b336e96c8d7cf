// Seals what one person left: only the key that comes with their session opens it again.

export interface Seal {
  close: (value: unknown) => Promise<Uint8Array<ArrayBuffer>>
  /** Rejects for what was sealed by another key, for another place, or changed since. */
  open: (sealed: Uint8Array<ArrayBuffer>) => Promise<unknown>
  closeBytes: (bytes: BufferSource) => Promise<Uint8Array<ArrayBuffer>>
  openBytes: (sealed: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>
}

const VECTOR_BYTES = 12

/** `key`: 32 bytes in base64url. `place` is sealed in with everything: what is moved elsewhere does not open. */
export async function createSeal(key: string, place: string): Promise<Seal> {
  const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), sign =>
    sign.charCodeAt(0),
  )
  const usable = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const additionalData = new TextEncoder().encode(place)
  const closeBytes: Seal['closeBytes'] = async bytes => {
    const iv = crypto.getRandomValues(new Uint8Array(VECTOR_BYTES))
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, usable, bytes)
    const whole = new Uint8Array(VECTOR_BYTES + sealed.byteLength)
    whole.set(iv)
    whole.set(new Uint8Array(sealed), VECTOR_BYTES)
    return whole
  }
  const openBytes: Seal['openBytes'] = sealed => {
    const iv = sealed.subarray(0, VECTOR_BYTES)
    const rest = sealed.subarray(VECTOR_BYTES)
    return crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, usable, rest)
  }
  return {
    closeBytes,
    openBytes,
    close: value => closeBytes(new TextEncoder().encode(JSON.stringify(value))),
    open: async sealed => JSON.parse(new TextDecoder().decode(await openBytes(sealed))),
  }
}
