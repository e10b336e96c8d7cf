// The bills of a payment page and its open payment, asked again and again until it is known how it ends.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { billsToPay, paymentState, startPayment } from '../../../contract/endpoints/pay.ts'
import { bill } from '../../../domain/billing/bill.ts'
import type { PayWay } from '../../../domain/billing/pay-way.ts'
import { newKey, sendRequest } from '../../../platform/http.ts'
import { invalidateEntity } from '../../../resource/query.ts'
import { showFailure } from '../../../resource/run-command.ts'
import { useOnline } from '../../../resource/surroundings.ts'
import type { PaySearch } from './pay-search.ts'
import { askAgainMs, type PayBill, payStageOf } from './pay-stage.ts'

/** How often bills are read again while delivery or a refund is under way. */
const FOLLOW_MS = 4_000

const paymentOptions = (id: number) => ({
  queryKey: ['pay', 'payment', id] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => sendRequest(paymentState, { id }, { signal }),
})

export function usePayment(search: PaySearch) {
  const client = useQueryClient()
  const online = useOnline()
  const given = useQuery({ ...paymentOptions(search.payment ?? 0), enabled: search.payment !== undefined })
  const ids = search.bills ?? given.data?.billIds ?? []
  const bills = useQuery({
    queryKey: ['pay', 'bills', ids],
    queryFn: ({ signal }) => sendRequest(billsToPay, { ids: ids.join(',') }, { signal }),
    enabled: ids.length > 0,
    // Closed from the list or paid elsewhere meanwhile: whoever comes back sees how it stands now.
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? FOLLOW_MS : false),
  })
  const stage = bills.data && payStageOf(bills.data)
  const openId = stage?.is === 'open' ? stage.paymentId : undefined
  const open = useQuery({
    ...paymentOptions(openId ?? 0),
    enabled: openId !== undefined && online,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && data.state !== 'paying' ? false : askAgainMs(dataUpdateCount),
  })
  const said = openId === undefined ? undefined : open.data?.state
  const { refetch } = bills
  useEffect(() => {
    // The payment has ended: read its bills, which say how.
    if (said === undefined || said === 'paying') return
    void refetch()
    void invalidateEntity(client, bill)
  }, [said, refetch, client])
  return {
    bills,
    stage,
    payment: openId === undefined ? undefined : open.data,
    /** Why the payment or its bills cannot be shown. */
    error: given.error ?? bills.error,
    isEmpty: search.bills === undefined && search.payment === undefined,
    reload: () => {
      void given.refetch()
      void bills.refetch()
    },
    ask: async () => (await open.refetch()).data?.state,
  }
}

const isMoving = (bills: readonly PayBill[]): boolean =>
  bills.some(({ state, deliveredAt }) => state === 'refunding' || (state === 'paid' && deliveredAt === null))

/** Starts a payment; a second click while the first is under way does nothing. */
export function useStart(onStarted: (paymentId: number) => void) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const going = useRef(false)
  const start = async (billIds: number[], way: PayWay) => {
    if (going.current) return
    going.current = true
    setBusy(true)
    try {
      const { paymentId } = await sendRequest(
        startPayment,
        { billIds, way, returnTo: '/paypal' },
        { idempotencyKey: newKey() },
      )
      onStarted(paymentId)
      void invalidateEntity(client, bill)
    } catch (error) {
      showFailure(error)
    } finally {
      await client.invalidateQueries({ queryKey: ['pay', 'bills'] })
      going.current = false
      setBusy(false)
    }
  }
  return { busy, start }
}
