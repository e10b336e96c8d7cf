// Processes of one installation tell each other that they are there; each judges by this when another is not any more.

/** Milliseconds: a process that says nothing for so long is gone with all who were connected to it. Each says something at
 * least every ten seconds. */
export const PROCESS_GONE_MS = 30_000
