// What the camera of the tablet sees: visitors look at themselves while it rings. Nothing where there is no camera.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'

const CAMERA = { width: { ideal: 1024 }, height: { ideal: 576 }, frameRate: { ideal: 24 } }

export function OwnPicture({ className }: { className: string | undefined }) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    let stream: MediaStream | undefined
    let gone = false
    const close = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    navigator.mediaDevices
      ?.getUserMedia({ video: CAMERA })
      .then(opened => {
        stream = opened
        if (gone) return close()
        if (video.current) video.current.srcObject = opened
      })
      .catch(() => {
        // No camera, or none allowed: the screen does without.
      })
    return () => {
      gone = true
      close()
    }
  }, [])
  return <video ref={video} className={className} autoPlay playsInline muted aria-label={t`Your video`} />
}
