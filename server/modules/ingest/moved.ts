// A device changed tenant while its messages were on their way: the batch is planned anew for the new one.

/** Thrown by the writing of a batch; nothing of it is stored. */
export class DevicesMoved extends Error {
  readonly ids: readonly number[]
  constructor(ids: readonly number[]) {
    super(`Devices changed tenant: ${ids.join(', ')}`)
    this.name = 'DevicesMoved'
    this.ids = ids
  }
}
