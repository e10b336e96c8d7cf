// Makes bills and goes on to the payment. One key for all attempts with the same input: no double click makes them twice.
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { createBills, startPayment } from '../../../contract/endpoints/pay.ts'
import { bill } from '../../../domain/billing/bill.ts'
import type { PayWay } from '../../../domain/billing/pay-way.ts'
import { newKey, sendRequest } from '../../../platform/http.ts'
import { RequestError } from '../../../platform/request-error.ts'
import { invalidateEntity } from '../../../resource/query.ts'
import { showFailure } from '../../../resource/run-command.ts'
import { payAddress } from './pay-search.ts'

type Request = z.output<typeof createBills.request>

export interface NewBills {
  busy: boolean
  /** What was refused, at which field: `subject`, `amount`, `packageId`; without a field it is about the whole. */
  refused: { field: string | undefined; error: RequestError } | undefined
  /** With a way, the payment is started at once. */
  order: (request: Request, way?: PayWay) => Promise<void>
  clear: () => void
}

export function useNewBills(): NewBills {
  const client = useQueryClient()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<NewBills['refused']>()
  const last = useRef({ of: '', key: '' })
  // State is set too late for the second of two quick clicks.
  const going = useRef(false)

  const keyFor = (request: Request): string => {
    const of = JSON.stringify(request)
    if (last.current.of !== of) last.current = { of, key: newKey() }
    return last.current.key
  }
  const pay = async (billIds: number[], way: PayWay, key: string): Promise<string> => {
    try {
      const { paymentId } = await sendRequest(
        startPayment,
        { billIds, way, returnTo: '/paypal' },
        { idempotencyKey: `${key}-${way}` },
      )
      return payAddress({ payment: paymentId })
    } catch (error) {
      // The bills stand: the payment page says how to go on.
      showFailure(error)
      return payAddress({ bills: billIds, way })
    }
  }
  const order = async (request: Request, way?: PayWay) => {
    if (going.current) return
    going.current = true
    setBusy(true)
    setRefused(undefined)
    try {
      const key = keyFor(request)
      const { billIds } = await sendRequest(createBills, request, { idempotencyKey: key })
      const address = way ? await pay(billIds, way, key) : payAddress({ bills: billIds })
      void invalidateEntity(client, bill)
      router.history.push(address)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const field = error.field?.replace(/^items\.\d+\./, '')
      if (error.passing) showFailure(error)
      setRefused({ field, error })
    } finally {
      going.current = false
      setBusy(false)
    }
  }
  return { busy, refused, order, clear: () => setRefused(undefined) }
}
