// Recordings of cameras as other modules meet them: what there is of a span, and which cameras may have seen an alarm.
export { recordedOf } from './recorded.ts'
export { isInSight } from './sight.ts'
