// What the verifier says. Its translations are put into the one file when it is built, see `scripts/evidence-verifier.mjs`.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Flaw, Report } from '../domain/case-file/verify-case.ts'

export const verdictWords: Readonly<Record<Report['verdict'], MessageDescriptor>> = {
  holds: msg`It holds: nothing was changed since it was sealed, and the key is the publisher’s.`,
  keyNotCompared: msg`Nothing was changed since it was signed. By whom, only the fingerprint says: compare the one below with the publisher’s.`,
  refused: msg`Refused: this is not what was sealed and handed over.`,
}

export const flawWords: Readonly<Record<Flaw, MessageDescriptor>> = {
  truncated: msg`The archive was cut off.`,
  lengthened: msg`Something was added behind the end of the archive.`,
  archive: msg`This is no archive of a case, or it was put together otherwise.`,
  list: msg`The list of the archive is missing or damaged.`,
  listSignature: msg`The signature of the list is not right.`,
  missing: msg`Files of the list are missing.`,
  added: msg`There are files that the list does not name.`,
  doubled: msg`A file is there twice.`,
  moved: msg`The files are in another order.`,
  files: msg`Files were changed.`,
  manifest: msg`The manifest is missing or changed.`,
  manifestSignature: msg`The signature of the manifest is not right.`,
  otherKey: msg`The parts name different keys.`,
  fingerprint: msg`The key is another one than the publisher’s.`,
  custody: msg`The chain of custody is broken or cut off.`,
  seal: msg`The chain of custody and the seal contradict each other.`,
  stamp: msg`The time stamp is of something else.`,
  record: msg`What was recorded was changed.`,
  content: msg`The file was changed.`,
}

export const words = {
  title: msg`Evidence verifier`,
  language: msg`Language`,
  intro: msg`Drop the archive of a case here, or choose it. Nothing leaves this computer.`,
  choose: msg`Archive (ZIP)`,
  fingerprint: msg`Fingerprint of the publisher’s key`,
  fingerprintHint: msg`From the publisher, by another way than the archive. Enter it before choosing the archive.`,
  working: msg`Verifying…`,
  meaning: msg`This proves that things are unchanged since they were collected. It does not prove that what they say is true.`,
  key: msg`Fingerprint of the key in the archive`,
  sealed: msg`Sealed`,
  exported: msg({ context: 'evidence', message: 'Handed over' }),
  head: msg`Head of the chain when it was sealed`,
  stamped: msg`Stamped by an authority`,
  stampHint: msg`The stamp is of this manifest. Whether the authority signed it, OpenSSL says with the authority’s certificate:`,
  items: msg`Items`,
  holds: msg`holds`,
  fails: msg`does not hold`,
  withheld: msg`withheld, proof kept`,
  contentGiven: msg`The file is in the archive.`,
  contentWithheld: msg`The file is withheld; its hash is signed.`,
  custody: msg`Chain of custody`,
} as const satisfies Record<string, MessageDescriptor>
