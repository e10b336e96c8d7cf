// Loads whoever carries a call, when there is one to carry.
import type { CallProvider } from '../../contract/call-signal.ts'
import type { CallProviderPort } from './port.ts'

/** The carrier by the name the server gave; rejects when its script cannot be fetched. */
export async function providerFor(name: CallProvider): Promise<CallProviderPort> {
  if (name === 'agora') return (await import('./agora-line.ts')).agoraProvider()
  return (await import('./built-in-line.ts')).builtInProvider()
}
