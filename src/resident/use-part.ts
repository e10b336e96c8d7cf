// A part of the page whose script comes when somebody needs it: most never pay here and never talk to the door.
import { useEffect, useState } from 'react'

interface Part<Module> {
  module: Module | undefined
  /** Its script could not be fetched. */
  failed: boolean
}

/** `load` has to be the same function each time, as one beside the component is. */
export function usePart<Module extends object>(load: () => Promise<Module>): Part<Module> {
  const [part, setPart] = useState<Part<Module>>({ module: undefined, failed: false })
  useEffect(() => {
    let gone = false
    load().then(
      module => !gone && setPart({ module, failed: false }),
      () => !gone && setPart({ module: undefined, failed: true }),
    )
    return () => {
      gone = true
    }
  }, [load])
  return part
}
