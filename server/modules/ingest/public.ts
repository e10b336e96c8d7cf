// What devices say, as other modules meet it: who speaks, and who takes which message of a door unit.
export type { Devices, KnownDevice } from './devices.ts'
export type { DoorArrival, DoorHandler, DoorMessages } from './door-messages.ts'
export type { IngestWatch } from './ingest.ts'
