// What the address of a device's page says: which device, and the form on top of it.
import { IMEI } from '../../domain/limits.ts'

/** The address of a device's page. */
export interface DeviceSearch {
  /** Digits: a number as the address reads them, text where a number could not hold them. */
  imei?: string | number | undefined
  id?: number | undefined
  /** The form on top. */
  form?: number | undefined
}

/** Reads the search part of a device's address; what does not fit is dropped. */
export function readDeviceSearch(raw: Record<string, unknown>): DeviceSearch {
  const imei = typeof raw.imei === 'string' || typeof raw.imei === 'number' ? raw.imei : ''
  const whole = (value: unknown) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
  const id = whole(raw.id)
  const form = whole(raw.form)
  return {
    ...(IMEI.test(String(imei)) && { imei }),
    ...(id !== undefined && { id }),
    ...(form !== undefined && { form }),
  }
}
