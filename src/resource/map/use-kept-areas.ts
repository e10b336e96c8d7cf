// Plans, keeps and removes areas of the operator's map for the part of it that is in sight.

import { useEffect, useMemo, useRef, useState } from 'react'
import type { Bounds } from '../../domain/geo/geo.ts'
import { regionFinder } from '../../domain/geo/regions.ts'
import { probe } from '../../platform/connection.ts'
import { ArchiveChanged, type AreaPlan, BrokenOff, keepArea, planArea } from '../../platform/map/keep-area.ts'
import { openArchive } from '../../platform/map/kept-area.ts'
import { archiveAddress, newestKept } from '../../platform/map/kept-coverage.ts'
import { type KeptArea, keptStore } from '../../platform/map/kept-store.ts'
import type { MapHost } from '../../platform/map/map-host.ts'
import { loadRegions } from '../../platform/map/regions.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { useIntlLocale } from '../../ui/locale.ts'
import { useOnline } from '../surroundings.ts'
import type { MapWatch } from './map-watch.ts'

type Plan = { is: 'planning' | 'offline' | 'unanswered' } | { is: 'planned'; plan: AreaPlan }

export type Keeping =
  | { is: 'idle' }
  | { is: 'loading'; share: number }
  /** `free`: bytes, where the browser says a number that explains it. */
  | { is: 'full'; free: number | undefined }
  | { is: 'changed' | 'closed' | 'broken' | 'refused' }

/** Somebody who drags the map on need not be told the size of every place between. */
const REST_MS = 400

export interface KeptAreasOptions {
  host: MapHost
  watch: MapWatch
  url: string
  authorization: () => string | undefined
}

export function useKeptAreas({ host, watch, url, authorization }: KeptAreasOptions) {
  const language = useIntlLocale()
  const online = useOnline()
  const [areas, setAreas] = useState<readonly KeptArea[]>([])
  const [plan, setPlan] = useState<Plan>({ is: 'planning' })
  const [again, setAgain] = useState(0)
  const [wanted, setDetail] = useState<number>()
  const [keeping, setKeeping] = useState<Keeping>({ is: 'idle' })
  const stop = useRef<AbortController>(undefined)
  const address = useMemo(() => archiveAddress(url), [url])

  const list = async () => {
    const store = await keptStore()
    setAreas(((await store?.areas().catch(() => [])) ?? []).filter(area => area.url === address))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the panel opens
  useEffect(() => {
    // What a broken download left, and nobody went on with.
    void keptStore()
      .then(store => store?.sweep())
      .catch(() => {})
      .then(list)
    return () => stop.current?.abort()
  }, [address])

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when somebody says so
  useEffect(() => {
    if (!online) return setPlan({ is: 'offline' })
    let planning = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      planning.abort()
      planning = new AbortController()
      const { signal } = planning
      const bounds = host.bounds()
      if (!bounds) {
        // The map is just being opened, and need not move afterwards.
        timer = setTimeout(() => void ask(), REST_MS)
        return
      }
      setPlan({ is: 'planning' })
      try {
        const planned = await planArea(networkArchive(address, authorization, signal), bounds, signal)
        if (!signal.aborted) setPlan({ is: 'planned', plan: planned })
      } catch {
        if (signal.aborted) return
        setPlan({ is: 'unanswered' })
        // Without network it is asked again when that is back.
        void probe()
      }
    }
    void ask()
    const unsubscribe = watch.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), REST_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
      planning.abort()
    }
  }, [host, watch, address, authorization, online, again])

  const steps = plan.is === 'planned' ? plan.plan.steps : []
  const detail = (steps.find(({ zoom }) => zoom === wanted) ?? steps.at(-1))?.zoom

  const load = async (
    area: { mostZoom: number; name: string | Promise<string> },
    planOf: (signal: AbortSignal) => AreaPlan | Promise<AreaPlan>,
  ) => {
    const mine = new AbortController()
    const { signal } = mine
    stop.current = mine
    setKeeping({ is: 'loading', share: 0 })
    let needed = 0
    try {
      const planned = await planOf(signal)
      needed = planned.steps.findLast(({ zoom }) => zoom <= area.mostZoom)?.bytes ?? 0
      const [store, free] = [await keptStore(), await freeBytes()]
      if (!store) return setKeeping({ is: 'closed' })
      if (free !== undefined && free < needed) return setKeeping({ is: 'full', free })
      // Browsers throw away what was not asked to stay when room is short; some ask the person first.
      void navigator.storage?.persist?.().catch(() => false)
      const progress = (share: number) => signal.aborted || setKeeping({ is: 'loading', share })
      await keepArea({
        url: address,
        authorization,
        store,
        plan: planned,
        ...area,
        now: serverNow(),
        progress,
        signal,
      })
      setKeeping({ is: 'idle' })
      return true
    } catch (error) {
      setKeeping(signal.aborted ? { is: 'idle' } : await whyNot(error, needed))
      // What the next press goes by is the archive that is there now.
      if (error instanceof ArchiveChanged) setAgain(now => now + 1)
    } finally {
      await list()
    }
  }
  const keep = async () => {
    if (plan.is !== 'planned' || detail === undefined) return
    const { plan: planned } = plan
    await load({ mostZoom: detail, name: nameOf(planned.bounds, language) }, () => planned)
  }
  /** An area of an older archive once more, of the one that is there now. */
  const renew = async (area: KeptArea) => {
    const { mostZoom, name } = area
    const planOf = (signal: AbortSignal) =>
      planArea(networkArchive(address, authorization, signal), area.bounds, signal).catch(error => {
        throw new BrokenOff(error)
      })
    if (await load({ mostZoom, name }, planOf)) await remove(area)
  }
  const remove = async (area: KeptArea) => {
    await (await keptStore())?.removeArea(area.id).catch(() => {})
    await list()
  }
  return {
    areas,
    plan,
    detail,
    setDetail,
    keeping,
    keep: () => void keep(),
    renew: (area: KeptArea) => void renew(area),
    cancel: () => stop.current?.abort(),
    ask: () => setAgain(now => now + 1),
    remove: (area: KeptArea) => void remove(area),
    /** Of the archive that is drawn: the server's, and without network that of what was kept last. */
    mark: plan.is === 'planned' ? plan.plan.mark : newestKept(areas, address)?.mark,
  }
}

/** Opened anew each time and asked of the network, so that another archive is noticed. */
const networkArchive = (url: string, authorization: () => string | undefined, signal: AbortSignal) =>
  openArchive({ url, authorization, store: async () => undefined, signal })

async function whyNot(error: unknown, needed: number): Promise<Keeping> {
  if (error instanceof ArchiveChanged) return { is: 'changed' }
  if (error instanceof BrokenOff) return { is: 'broken' }
  if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) return { is: 'refused' }
  const free = await freeBytes()
  return { is: 'full', free: free !== undefined && free < needed ? free : undefined }
}

/** Room that the browser leaves; undefined where it does not say. */
async function freeBytes(): Promise<number | undefined> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined)
  return estimate?.quota === undefined ? undefined : estimate.quota - (estimate.usage ?? 0)
}

/** The region in the middle; without the data of regions, its coordinates. */
async function nameOf({ west, south, east, north }: Bounds, language: string): Promise<string> {
  const longitude = west <= east ? (west + east) / 2 : (west + east + 360) / 2
  const middle = { longitude: longitude > 180 ? longitude - 360 : longitude, latitude: (south + north) / 2 }
  const found = await loadRegions().then(
    regions => regionFinder(regions)(middle),
    () => undefined,
  )
  const region = found?.area ?? found?.city
  if (!region) return `${middle.latitude.toFixed(2)}, ${middle.longitude.toFixed(2)}`
  return language.startsWith('zh') ? region.name : region.latin
}
