// What can go wrong with a recording. Apart from the recording, so that a page that only talks needs no facts of the console.
import * as z from 'zod/mini'

/**
 * What went wrong with a recording. With `diskFull`, `quota` and `interrupted` it ended early and what was there until then is kept;
 * with `storage` its files wait to be taken to where they are kept; with `empty` nobody was there to be recorded or agreed to it;
 * with `nothingCame` somebody did, and no sound or picture of theirs arrived; with `broken` what was written cannot be read.
 */
export const recordingTrouble = z.enum([
  'diskFull',
  'quota',
  'interrupted',
  'storage',
  'empty',
  'nothingCame',
  'broken',
])
export type RecordingTrouble = z.output<typeof recordingTrouble>
