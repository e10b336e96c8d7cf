// The certificate of a port while the server runs: read again when its files change, replaced only by one that
// can be used, and watched for its end.
import type { Log } from '../log.ts'
import {
  judgeMaterial,
  readMaterial,
  type TlsFiles,
  type TlsMaterial,
  type TlsNames,
  urgencyOf,
} from './material.ts'

export interface CertificateHealth {
  /** `warn`: it ends within 21 days. `act`: within 7, or newer files cannot be used. `refused`: there is none to use. */
  status: 'ok' | 'warn' | 'act' | 'refused'
  expiresAt?: number
  /** Why the files are not used as they are. */
  problem?: string
}

/** What became of the files: `clients` when other devices are let in by them than before. */
export interface Renewed {
  material: TlsMaterial
  clients: boolean
}

export interface TlsCertificate {
  /** Reads the files; answers what is to be used from now on, or undefined when nothing has changed for the better. */
  look(): Promise<Renewed | undefined>
  health(): CertificateHealth
}

export function createTlsCertificate(options: {
  files: TlsFiles
  names: TlsNames
  /** What the log calls the port. */
  port: string
  log: Log
  now: () => number
}): TlsCertificate {
  const { files, names, port, log, now } = options
  let used: { material: TlsMaterial; expiresAt: number } | undefined
  let seen = ''
  let problem: string | undefined
  let told: CertificateHealth['status'] = 'ok'

  const health = (): CertificateHealth => {
    if (!used) return { status: 'refused', ...(problem && { problem }) }
    const { expiresAt } = used
    return problem
      ? { status: 'act', expiresAt, problem }
      : { status: urgencyOf(expiresAt, now()), expiresAt }
  }
  const tellUrgency = () => {
    const { status, expiresAt } = health()
    if (status !== told && status !== 'ok' && expiresAt !== undefined && !problem)
      log.warn({ expiresAt: new Date(expiresAt) }, `The certificate of ${port} ends soon`)
    told = status
  }
  const refuse = (why: string) => {
    if (why !== problem)
      log.error(
        { problem: why },
        used
          ? `The new certificate of ${port} cannot be used: the one before stays in use`
          : `Not opened, its certificate cannot be used: ${port}`,
      )
    problem = why
    return undefined
  }

  return {
    health,
    look: async () => {
      const material = await readMaterial(files, names)
      if ('problem' in material) {
        // What was seen before counts again when it is back.
        seen = ''
        return refuse(material.problem)
      }
      const text = JSON.stringify(material)
      // A certificate that is not valid yet becomes so without a change of its file.
      if (text === seen && !problem) {
        tellUrgency()
        return undefined
      }
      seen = text
      const judged = judgeMaterial(material, now(), names)
      if ('problem' in judged) return refuse(judged.problem)
      const before = used?.material
      used = judged
      problem = undefined
      told = 'ok'
      if (before && JSON.stringify(before) === text) return undefined
      if (before) log.info({ expiresAt: new Date(judged.expiresAt) }, `A new certificate is in use: ${port}`)
      tellUrgency()
      const clients = before?.clientCa !== material.clientCa || before?.clientCrl !== material.clientCrl
      return { material, clients }
    },
  }
}
