// How a payment stands: asked until it has ended, and whenever the page comes back to the front.
import type { MessageDescriptor } from '@lingui/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { residentPayment } from '../contract/endpoints/fees.ts'
import { sendRequest } from '../platform/http.ts'
import { problemOf } from './problem-words.ts'

export type Standing = z.output<typeof residentPayment.response>

/** Two seconds at first, ten at last. */
const pauseAfter = (asked: number): number => Math.min(10_000, 2_000 * 1.15 ** asked)

interface Asked {
  payment: Standing | undefined
  problem: MessageDescriptor | undefined
  /** Asks now; answers the state that came back. */
  ask(): Promise<Standing['state'] | undefined>
}

export function useStanding(id: number): Asked {
  const [payment, setPayment] = useState<Standing>()
  const [problem, setProblem] = useState<MessageDescriptor>()
  // Of two answers the later question's counts.
  const last = useRef(0)
  const ask = useCallback(async () => {
    const mine = ++last.current
    try {
      const next = await sendRequest(residentPayment, { id })
      if (mine !== last.current) return undefined
      setPayment(next)
      setProblem(undefined)
      return next.state
    } catch (error) {
      if (mine === last.current) setProblem(problemOf(error))
      return undefined
    }
  }, [id])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    let asked = 0
    const go = async () => {
      clearTimeout(timer)
      const state = document.visibilityState === 'visible' ? await ask() : undefined
      if (stopped || (state !== undefined && state !== 'paying' && state !== 'refunding')) return
      timer = setTimeout(() => void go(), pauseAfter(asked++))
    }
    const onLook = () => void (document.visibilityState === 'visible' && go())
    void go()
    document.addEventListener('visibilitychange', onLook)
    return () => {
      stopped = true
      last.current++
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onLook)
    }
  }, [ask])
  return { payment, problem, ask }
}
