// Identity providers as other modules meet them: what a tenant says of its new people, and who acts for its directory.
export { newPerson } from './new-person.ts'
export { readProvider } from './read-provider.ts'
export { stewardOf } from './steward.ts'
