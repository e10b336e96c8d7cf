// What lies over the page in a chunk of its own. When it cannot be fetched, the page stays, and the person is told.
import { msg } from '@lingui/core/macro'
import { Component, type ComponentType, lazy, type ReactNode } from 'react'
import { showToast } from '../platform/toast.ts'
import { isChunkError, within } from './lazy-chunk.ts'

interface BoundaryProps {
  onMissing: () => void
  children: ReactNode
}

class Boundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError = (error: unknown) => ({ error })

  override componentDidCatch(error: unknown): void {
    if (isChunkError(error)) this.props.onMissing()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    // A fault of the part itself is not ours to hide.
    if (!isChunkError(error)) throw error
    return null
  }
}

/** A component over the page. After a failure it is closed by its `onClose`, if it has one, and fetched anew when it is opened again. */
export function lazyOverlay<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  const fetched = () => lazy(() => within(load()))
  let Part = fetched()
  return function Overlay(props: Props) {
    const missing = () => {
      Part = fetched()
      showToast({ kind: 'error', message: msg`A part of the console could not be loaded` })
      if ('onClose' in props && typeof props.onClose === 'function') props.onClose()
    }
    return (
      <Boundary onMissing={missing}>
        <Part {...props} />
      </Boundary>
    )
  }
}
