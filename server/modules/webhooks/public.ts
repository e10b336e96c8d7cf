// Webhooks as other modules meet them: where the server may go of itself.
export { createDestinations, type Destinations, PRIVATE } from './destination.ts'
