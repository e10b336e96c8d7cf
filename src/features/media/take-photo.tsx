// Takes a photo with its place and time, also where there is no network.
import { useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { photo } from '../../domain/media/photo.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { useCameraPhoto } from '../../resource/camera-photo.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { formatMoment } from '../../ui/locale.ts'
import { sendPhoto } from './send-taken.ts'
import { TakenForm } from './taken-form.tsx'

interface Taken {
  picture: string
  takenAt: number
}

export function TakePhoto() {
  const { t } = useLingui()
  const may = useRights()
  const [taken, setTaken] = useState<Taken>()
  const camera = useCameraPhoto((picture, { lastModified }) =>
    // By the server's clock: that of a phone may be wrong, the time since then is not.
    setTaken({ picture, takenAt: serverNow() - Math.max(0, Date.now() - lastModified) }),
  )
  if (!may('photo.save') || !may('file.save')) return null
  const close = () => setTaken(undefined)
  return (
    <>
      <Button loading={camera.busy} leftSection={<Icon name="camera" />} onClick={camera.open}>
        {t`Take a photo`}
      </Button>
      {camera.input}
      <Modal
        opened={taken !== undefined}
        onClose={close}
        title={t`Send the photo`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {taken && (
          <TakenForm
            entity={photo}
            takenAt={taken.takenAt}
            name={t`Photo ${formatMoment(taken.takenAt)}`}
            send={facts => sendPhoto({ ...facts, picture: taken.picture, source: 'camera' })}
            onClose={close}
          >
            <img
              className={look({
                wide: true,
                round: 'control',
                ground: 'sunken',
                contain: true,
                atMostTall: 'part',
              })}
              src={taken.picture}
              alt={t`What you took`}
            />
          </TakenForm>
        )}
      </Modal>
    </>
  )
}
