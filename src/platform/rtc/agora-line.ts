// Calls over Agora.
import { type CallProviderPort, LineError } from './port.ts'

export function agoraProvider(): CallProviderPort {
  return {
    check: async () => 'unsupported',
    join: async () => {
      throw new LineError('unsupported')
    },
  }
}
