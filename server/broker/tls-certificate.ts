// The certificate of the device port while the server runs: read again when its files change, replaced only by one that
// can be used, and watched for its end.
import type { CertificateHealth } from '../http/health.ts'
import type { Log } from '../log.ts'
import { judgeMaterial, readMaterial, type TlsMaterial, urgencyOf } from './certificates.ts'
import type { TlsFiles } from './settings.ts'

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
  log: Log
  now: () => number
}): TlsCertificate {
  const { files, log, now } = options
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
      log.warn({ expiresAt: new Date(expiresAt) }, 'The certificate of the TLS port for devices ends soon')
    told = status
  }
  const refuse = (why: string) => {
    if (why !== problem)
      log.error(
        { problem: why },
        used
          ? 'The new certificate of the TLS port for devices cannot be used: the one before stays in use'
          : 'The TLS port for devices is not opened: its certificate cannot be used',
      )
    problem = why
    return undefined
  }

  return {
    health,
    look: async () => {
      const material = await readMaterial(files)
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
      const judged = judgeMaterial(material, now())
      if ('problem' in judged) return refuse(judged.problem)
      const before = used?.material
      used = judged
      problem = undefined
      told = 'ok'
      if (before && JSON.stringify(before) === text) return undefined
      if (before)
        log.info({ expiresAt: new Date(judged.expiresAt) }, 'The TLS port for devices has a new certificate')
      tellUrgency()
      const clients = before?.clientCa !== material.clientCa || before?.clientCrl !== material.clientCrl
      return { material, clients }
    },
  }
}
