// What both services on websockets are given.
import type { Kernel } from '../../kernel.ts'
import type { InstallationConfig } from '../../settings/installation.ts'
import type { Sessions } from '../session/public.ts'

export interface SocketParts extends Pick<Kernel, 'log' | 'bus'> {
  sessions: Sessions
  config: Pick<InstallationConfig, 'publicUrl' | 'trustProxy'>
}
