// What other features can do with a device: open the door that it is, put it on test.
import { TestButton } from '../features/alarms/test-button.tsx'
import { UnlockDevice } from './unlock-device.tsx'

interface DeviceActionsProps {
  device: { id: number; kind: string; imei: string; name: string; groupId?: number | null | undefined }
}

export function DeviceActions({ device }: DeviceActionsProps) {
  return (
    <>
      <UnlockDevice device={device} />
      <TestButton device={device} />
    </>
  )
}
