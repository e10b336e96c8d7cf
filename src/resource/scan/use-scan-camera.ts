// The camera of a scan, open as long as its picture is shown.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { keepScanCamera, type ScanCamera, type ScanFault } from '../../platform/scan/scan-camera.ts'

export interface UsedCamera {
  video: React.RefObject<HTMLVideoElement | null>
  state: 'opening' | 'open' | ScanFault
  /** Whether the lamp is on; undefined where there is none. */
  lit: boolean | undefined
  turnLight: () => void
  again: () => void
}

export function useScanCamera(onText: (text: string) => void): UsedCamera {
  const video = useRef<HTMLVideoElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<UsedCamera['state']>('opening')
  const [camera, setCamera] = useState<ScanCamera>()
  const [lit, setLit] = useState(false)
  const take = useEffectEvent(onText)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens it anew
  useEffect(() => {
    const element = video.current
    if (!element) return
    setState('opening')
    setLit(false)
    const close = keepScanCamera({
      video: element,
      onText: text => take(text),
      onLost: () => setState('noCamera'),
      onOpen: found => {
        setCamera(found)
        setState('open')
      },
      onFault: setState,
    })
    return () => {
      close()
      setCamera(undefined)
    }
  }, [attempt])
  return {
    video,
    state,
    lit: camera?.light && lit,
    // A lamp that does not obey stays as it was.
    turnLight: () =>
      void camera?.light?.(!lit).then(
        () => setLit(!lit),
        () => undefined,
      ),
    again: () => setAttempt(attempt + 1),
  }
}
