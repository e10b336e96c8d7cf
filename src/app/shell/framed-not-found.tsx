// An address that no route has, inside the frame.
import { ConsoleFrame } from './console-frame.tsx'
import { RefusedPage } from './refused-page.tsx'

export default function FramedNotFound() {
  return (
    <ConsoleFrame>
      <RefusedPage reason="unknown" />
    </ConsoleFrame>
  )
}
