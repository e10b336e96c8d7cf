// Which payment is looked at: in the address, where the provider leaves it when it sends the browser back.
import { useCallback, useState } from 'react'

const NAME = 'payment'

export function readPayment(): number | undefined {
  const id = Number(new URLSearchParams(location.search).get(NAME))
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** The payment, and how to look at another one or at none. */
export function usePaymentAddress(): [number | undefined, (id: number | undefined) => void] {
  const [id, setId] = useState(readPayment)
  const become = useCallback((next: number | undefined) => {
    const url = new URL(location.href)
    if (next === undefined) url.searchParams.delete(NAME)
    else url.searchParams.set(NAME, String(next))
    history.replaceState(history.state, '', url)
    setId(next)
  }, [])
  return [id, become]
}
