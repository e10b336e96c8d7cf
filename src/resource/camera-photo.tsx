// Takes one photo with the camera of a phone, or chooses one where there is no camera.
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { shrunkPhoto } from '../platform/photo.ts'
import { Text } from '../ui/kit/parts.tsx'

export interface CameraPhoto {
  /** A picture is being made smaller. */
  busy: boolean
  open: () => void
  /** Belongs somewhere below the button: what cannot be read is said there. */
  input: ReactNode
}

/** `onPhoto` gets its data, small enough to be sent, and the file that it came from. */
export function useCameraPhoto(onPhoto: (data: string, file: File) => void): CameraPhoto {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [unreadable, setUnreadable] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setUnreadable(false)
    try {
      onPhoto(await shrunkPhoto(file), file)
    } catch {
      setUnreadable(true)
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    open: () => input.current?.click(),
    input: (
      <>
        {unreadable && (
          <Text as="p" size="small" tone="critical" role="alert">
            <Trans>This file cannot be read as an image.</Trans>
          </Text>
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          onChange={event => {
            const [file] = event.currentTarget.files ?? []
            event.currentTarget.value = ''
            void take(file)
          }}
        />
      </>
    ),
  }
}
