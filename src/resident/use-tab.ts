// Which tab is shown: in the address, so that the phone's way back leads to the one before.
import { useSyncExternalStore } from 'react'
import { readPayment } from './payment-address.ts'

const tabs = ['home', 'guests', 'bills', 'mall', 'me', 'announcements'] as const
export type Tab = (typeof tabs)[number]

export const tabAddress = (tab: Tab): string => `#${tab}`

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

// Providers send the browser back without the hash.
const read = (): Tab =>
  tabs.find(tab => location.hash === tabAddress(tab)) ?? (readPayment() === undefined ? 'home' : 'bills')

export const useTab = (): Tab => useSyncExternalStore(subscribe, read)
