// The part of evidence in the environment: which authority stamps the time of what is sealed.
import { address, type Read, row } from '../../settings/setting.ts'

/** Rows of the table of settings. */
export const evidenceTable = {
  stampUrl: row(
    'EVIDENCE_TSA_URL',
    'Address of an authority (RFC 3161) that stamps the time of evidence when it is sealed; empty: none is asked',
    address('http', 'https'),
  ),
} as const

export interface EvidenceConfig {
  /** Undefined: no authority is asked. */
  stampUrl: string | undefined
}

export const readEvidence = (read: Read): EvidenceConfig => ({ stampUrl: read(evidenceTable.stampUrl) })
