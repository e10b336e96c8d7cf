// The place where a picture of a chart is drawn. The code that draws is fetched once, when the first chart is shown.
import { Trans } from '@lingui/react/macro'
import { useDirection } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { look } from '../kit/look.ts'
import { Box, Center } from '../kit/parts.tsx'
import { useIntlLocale } from '../locale.ts'
import css from './chart-host.module.css'
import type { Drawing } from './engine.ts'
import type { ChartInputs, ChartKind } from './kinds.ts'
import { loadEngine } from './load-engine.ts'

interface ChartHostProps<Kind extends ChartKind> {
  kind: Kind
  /** The same object as long as nothing has changed: another one is drawn anew. */
  input: ChartInputs[Kind]
  /** The picture in one sentence; without it the figures stand beside it and readers pass over the picture. */
  label?: string
  /** Gives it its place on the page. */
  className: string | undefined
}

/** Fills its place. Time, and so the picture as a whole, runs from left to right; its builder turns what is mirrored. */
export function ChartHost<Kind extends ChartKind>({
  kind,
  input,
  label,
  className = '',
}: ChartHostProps<Kind>) {
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const [state, setState] = useState<'fetched' | 'drawn' | 'failed'>('fetched')
  const locale = useIntlLocale()
  const mirrored = useDirection().dir === 'rtl'
  const wanted = useRef<() => void>(undefined)
  wanted.current = () => drawing.current?.show(kind, input, { locale, mirrored })
  useEffect(() => {
    let gone = false
    loadEngine().then(
      ({ createDrawing }) => {
        if (gone || !place.current) return
        drawing.current = createDrawing(place.current)
        wanted.current?.()
        setState('drawn')
      },
      () => !gone && setState('failed'),
    )
    return () => {
      gone = true
      drawing.current?.stop()
      drawing.current = undefined
    }
  }, [])
  useEffect(() => drawing.current?.show(kind, input, { locale, mirrored }), [kind, input, locale, mirrored])
  return (
    <div
      className={look({ shrink: true, still: true }, className ?? '')}
      dir="ltr"
      aria-busy={state === 'fetched'}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <Box ref={place} over className={css.place} />
      {state === 'failed' && <ChartFailed />}
    </div>
  )
}

/** The code that draws did not come. */
export function ChartFailed() {
  return (
    <Center as="p" over size="caption" tone="ink-3" text="center" role="alert">
      <Trans>The chart could not be loaded. Load the page again.</Trans>
    </Center>
  )
}
