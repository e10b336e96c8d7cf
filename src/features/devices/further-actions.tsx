// Buttons of a device that other features bring: routes compose, features never meet.
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { Device } from './device-badges.tsx'

type Action = ComponentType<{ device: Device }>

const ActionContext = createContext<Action | undefined>(undefined)

/** Makes a button known to the pages and panels of devices inside. */
export function WithAction({ of, children }: { of: Action; children: ReactNode }) {
  return <ActionContext value={of}>{children}</ActionContext>
}

/** What the route has brought along for this device; nothing when it has not. */
export function FurtherActions({ device }: { device: Device }) {
  const Action = useContext(ActionContext)
  return Action ? <Action device={device} /> : null
}
