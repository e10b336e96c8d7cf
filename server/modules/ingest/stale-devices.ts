// What this process knows of some devices is not what is stored: they changed tenant, or another process has written what
// they said. Their messages are planned anew on what is true now.

/** Thrown by the writing of a batch; nothing of it is stored. */
export class StaleDevices extends Error {
  readonly ids: readonly number[]
  constructor(ids: readonly number[]) {
    super(`Devices were changed elsewhere: ${ids.join(', ')}`)
    this.name = 'StaleDevices'
    this.ids = ids
  }
}
