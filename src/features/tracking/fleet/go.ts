// Ways from the map to other pages, without a reload; the address stays one that can be copied.
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** Attributes of a link inside the console. */
export function useGo(): (path: string) => { href: string; onClick: (event: MouseEvent) => void } {
  const router = useRouter()
  return path => ({
    href: `#${path}`,
    onClick: event => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      router.history.push(path)
    },
  })
}

/** Pages about one device. */
export const pathTo = (
  page: 'ProDeviceList' | 'DeviceDtail' | 'track' | 'fenceMap' | 'location' | 'vedio',
  imei: string,
): string => `/${page}?imei=${encodeURIComponent(imei)}`
