// Sends a photo or video by way of the queue of this device, with or without a network: what breaks off is not lost, and
// nothing is sent twice.
import { msg } from '@lingui/core/macro'
import { uploadHeaderImage, uploadVideo } from '../../contract/endpoints/file.ts'
import { photo } from '../../domain/media/photo.ts'
import { video } from '../../domain/media/video.ts'
import { getConnection } from '../../platform/connection.ts'
import { newKey, sendRequest } from '../../platform/http.ts'
import { photoFile } from '../../platform/photo.ts'
import { enqueue, queuedActions, replay } from '../../platform/queue.ts'
import { type NewAction, SAVE } from '../../platform/queue-row.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { showToast } from '../../platform/toast.ts'
import { upload } from '../../platform/upload.ts'
import { endpointsFor } from '../../resource/query.ts'
import type { TakenFacts } from './taken-form.tsx'

export interface NewPhoto extends TakenFacts {
  /** Data of the picture. */
  picture: string
  source: 'camera' | 'capture'
}

/** Resolves once it is safe, here or there. Rejects where this browser keeps nothing and the server did not take it. */
export async function sendPhoto({ picture, ...facts }: NewPhoto): Promise<void> {
  const left = await send({
    entity: photo,
    waiting: { input: { ...facts, url: picture }, subject: facts.name },
    sendNow: async idempotencyKey => {
      const url = await upload(uploadHeaderImage, photoFile(picture))
      await sendRequest(endpointsFor(photo).save, { ...facts, url }, { idempotencyKey })
    },
  })
  if (!left) showToast({ kind: 'ok', message: msg`The photo was sent` })
}

export interface NewVideo extends TakenFacts {
  file: File
  /** Data of a picture out of it. */
  cover: string | undefined
}

/** As `sendPhoto`. */
export async function sendVideo({ file, cover, ...said }: NewVideo): Promise<void> {
  const facts = { ...said, kind: 'local' as const }
  const left = await send({
    entity: video,
    waiting: { input: { ...facts, ...(cover && { cover }) }, files: { url: file }, subject: facts.name },
    sendNow: async idempotencyKey => {
      const shown = cover && { cover: await upload(uploadHeaderImage, photoFile(cover)) }
      const { url } = await upload(uploadVideo, file)
      await sendRequest(endpointsFor(video).save, { ...facts, ...shown, url }, { idempotencyKey })
    },
  })
  if (!left) showToast({ kind: 'ok', message: msg`The video was sent` })
}

interface Sending {
  entity: { key: string }
  waiting: Pick<NewAction, 'input' | 'files' | 'subject'>
  /** Uploads and saves without the queue. */
  sendNow: (idempotencyKey: string) => Promise<void>
}

/** Whether it waits still, which is said; what was refused says the queue itself. */
async function send({ entity, waiting, sendNow }: Sending): Promise<boolean> {
  const key = newKey()
  const kept = await enqueue({
    entity: entity.key,
    command: SAVE,
    ids: [],
    at: serverNow(),
    key,
    ...waiting,
  }).then(
    () => true,
    () => false,
  )
  if (!kept) await sendNow(key)
  else if (getConnection().online) await replay()
  const left = queuedActions.read().find(action => action.key === key)
  if (left && left.state !== 'failed')
    showToast({ kind: 'ok', message: msg`Kept on this device. It is sent when the network is back.` })
  return left !== undefined
}
