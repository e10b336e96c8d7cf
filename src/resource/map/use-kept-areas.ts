// Plans, keeps and removes areas of the operator's map for the part of it that is in sight.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Bounds } from '../../domain/geo/geo.ts'
import { regionFinder } from '../../domain/geo/regions.ts'
import { ArchiveChanged, type AreaPlan, keepArea, planArea } from '../../platform/map/keep-area.ts'
import { archiveAddress, openArchive } from '../../platform/map/kept-area.ts'
import { type KeptArea, keptStore } from '../../platform/map/kept-store.ts'
import type { MapHost } from '../../platform/map/map-host.ts'
import { loadRegions } from '../../platform/map/regions.ts'
import { useIntlLocale } from '../../ui/locale.ts'
import type { MapWatch } from './map-watch.ts'

type Plan = { is: 'planning' } | { is: 'offline' } | { is: 'planned'; plan: AreaPlan }

export type Keeping =
  | { is: 'idle' }
  | { is: 'loading'; share: number }
  | { is: 'full'; free: number }
  | { is: 'changed' | 'closed' | 'broken' }

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
  const [areas, setAreas] = useState<readonly KeptArea[]>([])
  const [plan, setPlan] = useState<Plan>({ is: 'planning' })
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

  useEffect(() => {
    let planning = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      planning.abort()
      planning = new AbortController()
      const { signal } = planning
      const bounds = host.bounds()
      if (!bounds) return
      setPlan({ is: 'planning' })
      try {
        // Opened anew each time, so that another archive is noticed.
        const planned = await planArea(openArchive({ url: address, authorization }), bounds, signal)
        if (!signal.aborted) setPlan({ is: 'planned', plan: planned })
      } catch {
        if (!signal.aborted) setPlan({ is: 'offline' })
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
  }, [host, watch, address, authorization])

  const steps = plan.is === 'planned' ? plan.plan.steps : []
  const detail = (steps.find(({ zoom }) => zoom === wanted) ?? steps.at(-1))?.zoom

  const keep = async () => {
    if (plan.is !== 'planned' || detail === undefined) return
    const needed = steps.find(({ zoom }) => zoom === detail)?.bytes ?? 0
    const [store, free] = [await keptStore(), await freeBytes()]
    if (!store) return setKeeping({ is: 'closed' })
    if (free !== undefined && free < needed) return setKeeping({ is: 'full', free })
    const mine = new AbortController()
    stop.current = mine
    setKeeping({ is: 'loading', share: 0 })
    try {
      await keepArea({
        url: address,
        authorization,
        store,
        plan: plan.plan,
        mostZoom: detail,
        name: await nameOf(plan.plan.bounds, language),
        now: Date.now(),
        progress: share => setKeeping({ is: 'loading', share }),
        signal: mine.signal,
      })
      setKeeping({ is: 'idle' })
    } catch (error) {
      if (mine.signal.aborted) setKeeping({ is: 'idle' })
      else if (error instanceof ArchiveChanged) setKeeping({ is: 'changed' })
      else if (error instanceof DOMException && error.name === 'QuotaExceededError')
        setKeeping({ is: 'full', free: free ?? 0 })
      else setKeeping({ is: 'broken' })
    }
    await list()
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
    cancel: () => stop.current?.abort(),
    remove: (area: KeptArea) => void remove(area),
    /** Of the archive that is open; undefined without network. */
    mark: plan.is === 'planned' ? plan.plan.mark : undefined,
  }
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
