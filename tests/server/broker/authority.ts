// A certificate authority of openssl in a folder of its own, for the ports of devices.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Pair {
  cert: string
  key: string
}

export interface Authority {
  folder: string
  /** File with its own certificate. */
  ca: string
  /** Makes a certificate; times as openssl writes them, such as 20200101000000Z. */
  issue(name: string, options?: { subject?: string; alternative?: string; from?: string; to?: string }): Pair
  revoke(pair: Pair): void
  /** Writes the list of what was revoked; answers its file. */
  list(): string
  remove(): void
}

export function createAuthority(name: string): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-ca-'))
  const at = (file: string) => join(folder, file)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  writeFileSync(
    at('ca.cnf'),
    `[ca]
default_ca = own
[own]
database = ${at('index')}
new_certs_dir = ${folder}
serial = ${at('serial')}
crlnumber = ${at('crlnumber')}
certificate = ${at('ca.pem')}
private_key = ${at('ca.key')}
default_md = sha256
default_days = 365
default_crl_days = 30
unique_subject = no
policy = any
copy_extensions = copy
[any]
commonName = optional
organizationName = optional
`,
  )
  writeFileSync(at('index'), '')
  writeFileSync(at('serial'), '1000\n')
  writeFileSync(at('crlnumber'), '01\n')
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    'req',
    '-x509',
    ...curve,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '3650',
    '-subj',
    `/CN=${name}`,
  )
  let made = 0
  return {
    folder,
    ca: at('ca.pem'),
    issue: (subject, { subject: whole, alternative, from, to } = {}) => {
      const file = `leaf-${++made}`
      const names = alternative === undefined ? [] : ['-addext', `subjectAltName=${alternative}`]
      const times = [...(from ? ['-startdate', from] : []), ...(to ? ['-enddate', to] : [])]
      openssl(
        'req',
        '-new',
        ...curve,
        '-keyout',
        `${file}.key`,
        '-out',
        `${file}.csr`,
        '-subj',
        whole ?? `/CN=${subject}`,
        ...names,
      )
      openssl(
        'ca',
        '-batch',
        '-config',
        'ca.cnf',
        '-notext',
        '-in',
        `${file}.csr`,
        '-out',
        `${file}.pem`,
        ...times,
      )
      return { cert: at(`${file}.pem`), key: at(`${file}.key`) }
    },
    revoke: ({ cert }) => void openssl('ca', '-config', 'ca.cnf', '-revoke', cert),
    list: () => {
      openssl('ca', '-config', 'ca.cnf', '-gencrl', '-out', 'crl.pem')
      return at('crl.pem')
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
