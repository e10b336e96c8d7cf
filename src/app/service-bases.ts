// Where each kind of service answers, when it is not the origin that served the console.
import { type ServiceName, serviceNames } from '../domain/services.ts'

/**
 * Base addresses from the build's configuration (`VITE_BASE_AUTH`, `VITE_BASE_IOT_CARD` …), each overruled by the
 * page's own: `<meta name="gatehouse-base-auth" content="https://…">`.
 */
export function serviceBases(): Partial<Record<ServiceName, string>> {
  const bases: Partial<Record<ServiceName, string>> = {}
  for (const name of serviceNames) {
    const dashed = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    const built: unknown = import.meta.env[`VITE_BASE_${dashed.replace('-', '_').toUpperCase()}`]
    const page = document.querySelector<HTMLMetaElement>(`meta[name="gatehouse-base-${dashed}"]`)?.content
    const base = page || built
    if (typeof base === 'string' && base) bases[name] = base
  }
  return bases
}
