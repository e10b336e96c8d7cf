// What tiles show of other rooms: the map, a plan, a camera, the lists and the names of figures. The page's composition hands
// them in.
import type { MessageDescriptor } from '@lingui/core'
import { type ComponentType, createContext, useContext } from 'react'
import type { FigureKey } from '../../domain/scene/figures.ts'
import type { View } from '../../resource/view.ts'

export interface BoardParts {
  /** The map with the devices. */
  Ground: ComponentType
  Plan: ComponentType<{ drawingId: number }>
  Video: ComponentType<{ cameraId: number; name: string }>
  /** Lists that tiles may be made of. */
  lists: readonly { key: string; name: MessageDescriptor; permission: string }[]
  /** The view of a list; undefined for one that is none. */
  view: (entity: string) => Promise<View | undefined>
  figures: Readonly<Record<FigureKey, MessageDescriptor>>
  /** Whose time a clock shows. */
  zone: string
  /** Whether a page lies open to this person. */
  opens: (path: string) => boolean
}

export const BoardPartsContext = createContext<BoardParts | undefined>(undefined)

export function useBoardParts(): BoardParts {
  const parts = useContext(BoardPartsContext)
  if (!parts) throw new Error('no parts of boards around')
  return parts
}
