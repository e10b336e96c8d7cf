// What the rooms of identity providers are given.
import type { CustomFetch } from 'openid-client'
import type { Kernel } from '../../kernel.ts'
import type { Destinations } from '../webhooks/public.ts'

export interface Identity extends Pick<Kernel, 'data' | 'log'> {
  /** Seals client secrets. */
  key: Buffer
  /** Makes of a handle what only the server may know while a login is under way. */
  attemptKey: Buffer
  publicUrl: string | undefined
  destinations: Destinations
  fetch: CustomFetch
  /** Whether providers may be asked without encryption: in demo mode. */
  plain: boolean
}
