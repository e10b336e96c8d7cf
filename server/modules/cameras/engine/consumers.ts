// Who may have the pictures inside the program, by name.
import type { ConsumerFactory } from '../frames.ts'

export const consumers: Readonly<Record<string, ConsumerFactory>> = {}
