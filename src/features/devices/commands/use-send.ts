// Gives a command and says what came of the request itself; how far the devices got is the board's to say.
import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { commandBatch, deviceCommand } from '../../../domain/device/command.ts'
import { invalidateEntity } from '../../../resource/query.ts'

/** The second click of a double one gives no second command, however quickly the first was answered. */
export const onceAClick = (give: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) give()
}

interface Started {
  batchId: number
}

interface Sending {
  busy: boolean
  failure: unknown
  /** Answers the batch, or undefined when the call was refused. */
  send: (command: () => Promise<Started>) => Promise<number | undefined>
  clear: () => void
}

export function useSend(): Sending {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  return {
    busy,
    failure,
    clear: () => setFailure(undefined),
    send: async command => {
      setBusy(true)
      setFailure(undefined)
      try {
        const { batchId } = await command()
        for (const entity of [commandBatch, deviceCommand]) void invalidateEntity(client, entity)
        return batchId
      } catch (error) {
        setFailure(error ?? new Error('failed'))
        return undefined
      } finally {
        setBusy(false)
      }
    },
  }
}
