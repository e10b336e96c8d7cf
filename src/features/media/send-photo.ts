// Sends a photo by way of the queue of this device, with or without a network: what breaks off is not lost, and nothing is sent twice.
import { msg } from '@lingui/core/macro'
import { uploadHeaderImage } from '../../contract/endpoints/file.ts'
import { photo } from '../../domain/media/photo.ts'
import { getConnection } from '../../platform/connection.ts'
import { newKey, sendRequest } from '../../platform/http.ts'
import { photoFile } from '../../platform/photo.ts'
import { enqueue, queuedActions, replay } from '../../platform/queue.ts'
import { SAVE } from '../../platform/queue-row.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { showToast } from '../../platform/toast.ts'
import { upload } from '../../platform/upload.ts'
import { endpointsFor } from '../../resource/query.ts'

export interface NewPhoto {
  name: string
  /** Data of the picture. */
  picture: string
  takenAt: number
  source: 'camera' | 'capture'
  place?: string | undefined
  note?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
  accuracyMetres?: number | undefined
}

/** Resolves once it is safe, here or there. Rejects where this browser keeps nothing and the server did not take it. */
export async function sendPhoto({ picture, ...facts }: NewPhoto): Promise<void> {
  const key = newKey()
  const kept = await enqueue({
    entity: photo.key,
    command: SAVE,
    ids: [],
    input: { ...facts, url: picture },
    subject: facts.name,
    at: serverNow(),
    key,
  }).then(
    () => true,
    () => false,
  )
  if (!kept) {
    const url = await upload(uploadHeaderImage, photoFile(picture))
    await sendRequest(endpointsFor(photo).save, { ...facts, url }, { idempotencyKey: key })
  } else if (getConnection().online) await replay()
  const left = queuedActions.read().find(action => action.key === key)
  if (!left) showToast({ kind: 'ok', message: msg`The photo was sent` })
  else if (left.state !== 'failed')
    showToast({ kind: 'ok', message: msg`Kept on this device. It is sent when the network is back.` })
}
