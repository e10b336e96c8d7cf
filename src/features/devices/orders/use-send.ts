// Gives an order and says what came of the call itself; how far the devices got is the board's to say.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { commandBatch, deviceCommand } from '../../../domain/device/command.ts'
import { invalidateEntity } from '../../../resource/query.ts'

/** A double click is quicker than this; a quick answer comes between its two. */
const DOUBLE_CLICK_MS = 500

interface Started {
  batchId: number
}

interface Sending {
  busy: boolean
  failure: unknown
  /** Answers the batch, or undefined when the call was refused, or when this is the second click of a double one. */
  send: (order: () => Promise<Started>) => Promise<number | undefined>
  clear: () => void
}

export function useSend(): Sending {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const began = useRef(Number.NEGATIVE_INFINITY)
  return {
    busy,
    failure,
    clear: () => setFailure(undefined),
    send: async order => {
      const now = performance.now()
      if (now - began.current < DOUBLE_CLICK_MS) return undefined
      began.current = now
      setBusy(true)
      setFailure(undefined)
      try {
        const { batchId } = await order()
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
