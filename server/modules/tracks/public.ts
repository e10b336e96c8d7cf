// Tracks as other modules meet them: read piece by piece, an hour each.
export { OF_DEVICE, readTrack } from './read-track.ts'
