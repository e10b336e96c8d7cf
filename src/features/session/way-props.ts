// What the form of each way into a session needs.
import type { Entrance, WireLanguage } from './log-in.ts'

export interface WayProps {
  language: WireLanguage
  demo: boolean
  onEnter(entrance: Entrance): Promise<void>
}
