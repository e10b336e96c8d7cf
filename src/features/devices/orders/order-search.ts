// What the address of a page of orders says: which order is looked at, which devices it is about to be given to.

export interface OrderSearch {
  /** The order whose results are shown. */
  batch?: number | undefined
  /** Devices that were chosen elsewhere: ids with commas between. */
  devices?: string | number | undefined
}

/** Reads the search part of the address; what does not fit is dropped. */
export function readOrderSearch(raw: Record<string, unknown>): OrderSearch {
  const { batch } = raw
  const devices = typeof raw.devices === 'string' || typeof raw.devices === 'number' ? raw.devices : ''
  return {
    ...(typeof batch === 'number' && Number.isSafeInteger(batch) && batch > 0 && { batch }),
    ...(/^\d{1,15}(,\d{1,15}){0,99}$/.test(String(devices)) && { devices }),
  }
}

/** Ids of the devices that the address names. */
export const devicesOf = ({ devices }: OrderSearch): number[] =>
  devices === undefined ? [] : [...new Set(String(devices).split(',').map(Number))]
