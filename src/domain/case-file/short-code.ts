// A hash as people read it to each other: its first digits in groups. Another archive with the same ones is beyond anybody's means.

/** Eighty bits. */
const DIGITS = 20
const GROUP = 4

export const shortCode = (hash: string): string =>
  (hash.slice(0, DIGITS).match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join(' ')

/** What the QR picture of a seal says: everything that an archive of the case is compared with. */
export const sealText = (seal: { number: string; head: string; fingerprint: string }): string =>
  `case ${seal.number}\nhead ${seal.head}\nkey ${seal.fingerprint}`
