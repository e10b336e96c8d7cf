// The life of devices as other modules meet it: one that awaits an allocation is left alone.
export { refuseAwaited } from './allocation-item.ts'
