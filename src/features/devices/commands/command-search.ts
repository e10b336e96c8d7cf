// What the address of a page of commands says: which command is looked at, which devices it is about to be given to.
import { rowIds } from '../../../domain/limits.ts'

export interface CommandSearch {
  /** The command whose results are shown. */
  batch?: number | undefined
  /** Devices that were chosen elsewhere: ids with commas between. */
  devices?: string | number | undefined
  /** The filter of a device list that was chosen whole, as its address has it. */
  found?: Readonly<Record<string, unknown>> | undefined
  /** More devices than an address holds were taken along, in memory. */
  carried?: true | undefined
}

/** More ids than this are taken along in memory. */
export const MOST_IN_ADDRESS = 100
const chosenDevices = rowIds(MOST_IN_ADDRESS)

/** Reads the search part of the address; what does not fit is dropped. */
export function readCommandSearch(raw: Record<string, unknown>): CommandSearch {
  const { batch, found } = raw
  const devices = typeof raw.devices === 'string' || typeof raw.devices === 'number' ? raw.devices : ''
  return {
    ...(typeof batch === 'number' && Number.isSafeInteger(batch) && batch > 0 && { batch }),
    ...(chosenDevices.test(String(devices)) && { devices }),
    ...(typeof found === 'object' && found !== null && !Array.isArray(found) && { found: { ...found } }),
    ...(raw.carried === true && { carried: true }),
  }
}

/** Ids of the devices that the address names. */
export const devicesOf = ({ devices }: CommandSearch): number[] =>
  devices === undefined ? [] : [...new Set(String(devices).split(',').map(Number))]
