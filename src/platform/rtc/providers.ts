// Loads whoever carries a call, when there is one to carry.
import type { CallProvider } from '../../contract/call-signal.ts'
import type { CallProviderPort } from './port.ts'

/** The carrier by the name the server gave; rejects when its script cannot be fetched. */
export async function providerFor(name: CallProvider): Promise<CallProviderPort> {
  if (name === 'agora') {
    const [{ agoraProvider }, { agoraSdk }] = await Promise.all([
      import('./agora-line.ts'),
      import('./agora-sdk.ts'),
    ])
    return agoraProvider(agoraSdk)
  }
  return (await import('./built-in-line.ts')).builtInProvider()
}
