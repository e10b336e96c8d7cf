// Gives the command that puts a device on the map: at once, or kept with its photograph until the network is back.

import { msg } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { uploadHeaderImage } from '../../../contract/endpoints/file.ts'
import { getConnection } from '../../../platform/connection.ts'
import { newKey } from '../../../platform/http.ts'
import { photoFile } from '../../../platform/photo.ts'
import { enqueue } from '../../../platform/queue.ts'
import { RequestError } from '../../../platform/request-error.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { showToast } from '../../../platform/toast.ts'
import { upload } from '../../../platform/upload.ts'
import { refusalOf } from '../../../resource/action-dialogs.tsx'
import { runCommand, showFailure } from '../../../resource/run-command.ts'
import type { Row, View } from '../../../resource/view.ts'

export interface Placing {
  latitude: number
  longitude: number
  installLocation?: string | undefined
  /** Data of a photograph. */
  photo?: string | undefined
  groupId?: number | null | undefined
}

/** Resolves with whether it was taken, or kept for later. */
export function usePlaceDevice(view: View | undefined): (row: Row, placing: Placing) => Promise<boolean> {
  const client = useQueryClient()
  return async (row, { photo, ...input }) => {
    if (!view) return false
    const subject = String(row.name)
    const keep = async () => {
      const waiting = { ...input, indoorImage: photo }
      await enqueue({
        entity: 'device',
        command: 'place',
        ids: [row.id],
        input: waiting,
        at: serverNow(),
        key: newKey(),
        subject,
      })
      showToast({ kind: 'ok', message: msg`Kept on this device. It is sent when the network is back.` })
      return true
    }
    try {
      if (photo !== undefined && !getConnection().online) return await keep()
      const indoorImage = photo === undefined ? undefined : await upload(uploadHeaderImage, photoFile(photo))
      const order = { view, command: 'place', rows: [row], input: { ...input, indoorImage }, subject }
      const [refused] = await runCommand(client, order)
      if (refused) showFailure(refusalOf(refused))
      return refused === undefined
    } catch (error) {
      if (photo !== undefined && error instanceof RequestError && error.passing) return keep()
      showFailure(error)
      return false
    }
  }
}
