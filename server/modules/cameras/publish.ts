// Tells consoles how cameras stand, and devices that their picture is wanted.
import * as z from 'zod/mini'
import { cameraNotice } from '../../../src/contract/messages.ts'
import { cameraPermissions } from '../../../src/domain/camera/camera.ts'
import type { Bus } from '../../bus.ts'
import type { Outlet } from '../../outlet.ts'

/** Listens until the answered function is called. */
export function publishCameras({ bus, outlet }: { bus: Bus; outlet: () => Outlet }): () => void {
  const stops = [
    bus.on('camera.stands', ({ tenantId, departmentId, health }) => {
      const message = z.encode(cameraNotice, { code: 'camera', health })
      outlet().toAll({ tenantId, departmentId }, message, cameraPermissions.watch)
    }),
    bus.on('camera.wanted', ({ imei, message }) => {
      // At most once: a question that comes late is none.
      void outlet().toDevice(imei, message, 0)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
