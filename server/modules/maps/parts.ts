// What the map endpoints need of the server: sessions, log and configuration.
import type { Kernel } from '../../kernel.ts'
import type { Guard } from '../../person.ts'
import type { Secrets } from '../../secrets.ts'
import type { MapConfig } from './settings.ts'

export interface MapParts extends Pick<Kernel, 'log'> {
  sessions: Guard
  config: { maps: MapConfig; secrets: Secrets }
}
