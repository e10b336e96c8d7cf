// A browser whose person has touched the key: what is made and signed is nothing to this test, that it was asked is.
import { vi } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const credential = (response: object) => ({
  ...{ id: 'a2V5', rawId: bytes('key'), type: 'public-key', response },
  getClientExtensionResults: () => ({}),
})

export const creation = {
  challenge: 'c'.repeat(43),
  rp: { id: 'localhost', name: 'Gatehouse' },
  user: { id: 'cGVyc29u', name: 'zhao', displayName: 'Zhao' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 60_000,
  excludeCredentials: [],
  authenticatorSelection: {
    ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  },
  attestation: 'none',
}
export const request = {
  challenge: 'c'.repeat(43),
  rpId: 'localhost',
  timeout: 60_000,
  allowCredentials: [],
  userVerification: 'required',
}

/** The key makes and signs at once. */
export function fakePasskey(): void {
  const said = { clientDataJSON: bytes('{}') }
  const made = credential({ ...said, attestationObject: bytes('made') })
  const signed = credential({ ...said, authenticatorData: bytes('data'), signature: bytes('signed') })
  vi.spyOn(navigator.credentials, 'create').mockResolvedValue(made)
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue(signed)
}
